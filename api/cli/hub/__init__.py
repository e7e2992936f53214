"""Commands for services beyond one machine: hub, gateway, broker."""
