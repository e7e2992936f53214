"""Commands on kept journals as a whole: checked, anchored, repaired, backed up, migrated."""
