"""``jantaku access``: people, devices and tokens of a service, from the console of its machine."""
