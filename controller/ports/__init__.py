"""Interfaces of the controller: frozen values that cross them, and the protocols of its ports."""
