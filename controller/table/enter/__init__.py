"""What a person enters in place of the eyes or above them."""
