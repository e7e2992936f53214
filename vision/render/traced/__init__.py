"""Pictures of tables path-traced by Cycles, in an interpreter of its own: scenes as JSON, real faces, a darkroom."""
