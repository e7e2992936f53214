"""HTTP and WebSocket routes: they show views and take claims; nothing is decided here."""
