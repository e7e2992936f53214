"""Pictures of tables path-traced by Cycles in a separate interpreter: scenes as JSON, real faces, camera effects."""
