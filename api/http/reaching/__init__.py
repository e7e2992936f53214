"""How the service is reached, over HTTP: links for other devices, the switch that lets a network in, the authority."""
