"""TLS with certificates of a local authority, which this machine creates, or with the venue's own certificate."""
