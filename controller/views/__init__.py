"""What people see of a table, each field behind the gate."""
