"""Cameras in a network: by HTTP, and phones that send to the service."""
