"""Effect of each type of event on the state, one module per subject."""
