"""Databases that store a journal, opened by address; other code uses the protocol ``JournalStore``."""
