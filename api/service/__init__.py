"""One running table: put together from its devices, run, stored, and shown over its feeds."""
