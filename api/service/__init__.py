"""The service of one running table: composed from its devices, run, stored in a journal, and shown on its feeds."""
