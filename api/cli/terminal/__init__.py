"""What a person at a terminal sees beside the data: how far work has come, columns that stand straight, colours."""
