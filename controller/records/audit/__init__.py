"""Games that others have recorded, checked round by round against a rulebook."""
