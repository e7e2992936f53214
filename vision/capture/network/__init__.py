"""Network cameras: read by HTTP, and phones that send pictures to the service."""
