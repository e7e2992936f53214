"""What each kind of event does to the state, by what it is about."""
