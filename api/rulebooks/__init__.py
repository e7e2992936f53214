"""Rulebooks as people read them: fields in words, and two books told beside each other."""
