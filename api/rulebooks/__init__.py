"""Rulebooks in words for people, and comparison of two rulebooks."""
