"""Whether tables are watched and recorded: what is wrong, since when, what to do, in the same words everywhere."""
