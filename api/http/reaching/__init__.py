"""How the service is reached: links for other devices, opening it to the network, the local certificate authority."""
