"""TLS: certificates of a local authority that this machine makes for itself, or of one's own."""
