"""Faults: one catalogue, small detectors over facts and evidence, all reported at once as proposals to the referee."""
