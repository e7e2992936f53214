"""Eyes (the camera reader) of each table in a separate process, so that no table slows another."""
