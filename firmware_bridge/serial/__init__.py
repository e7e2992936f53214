"""Serial ports: opening and finding them."""
