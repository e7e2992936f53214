"""Settings of the whole suite."""

from hypothesis import HealthCheck, settings

# Examples are judged by what they say, not by how busy the machine is.
settings.register_profile("jantaku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("jantaku")
