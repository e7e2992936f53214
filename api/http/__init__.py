"""HTTP: the application, its routers, its JSON schemas and its problem documents."""
