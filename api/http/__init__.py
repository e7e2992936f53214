"""HTTP: the application, its routers, its schemas and its problem documents."""
