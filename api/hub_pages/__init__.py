"""The pages of a hub, for its operators: how every journal stands, what does not fit, and who is done with it."""
