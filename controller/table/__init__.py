"""The table's state machine: phases from a literal table, events from evidence, effects that other parts carry out."""
