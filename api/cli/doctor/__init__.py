"""Commands that look at an installation: what is wrong, its cure, and a report for whoever helps."""
