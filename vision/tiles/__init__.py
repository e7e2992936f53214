"""Single tiles and dice: cut, found, named."""
