"""Commands on what is out of one machine."""
