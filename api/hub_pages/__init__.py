"""Pages of a hub for its operators: state of every journal, inconsistencies, and their clearance."""
