"""Databases that keep a journal, opened by address; the rest of the program sees ``JournalStore``."""
