"""Effect of each kind of event on the state, by subject."""
