"""The past of a table: rounds act by act, stored pictures, released hands."""
