"""HTTP and WebSocket routes: they show views and pass claims on; decisions are made by the controller."""
