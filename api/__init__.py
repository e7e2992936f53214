"""Composition root, HTTP, live feeds, UI and CLI; decides nothing."""
