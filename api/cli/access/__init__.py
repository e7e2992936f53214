"""``jantaku access``: people, devices and tokens of a service, managed on the machine that runs it."""
