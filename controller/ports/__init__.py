"""What crosses the borders of the controller: frozen values, and the protocols of its edges."""
