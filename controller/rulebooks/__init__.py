"""Published and house rulebooks as data: schema, one frozen literal per book, catalogue."""
