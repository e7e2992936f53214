"""The published rulebooks, one frozen literal each."""
