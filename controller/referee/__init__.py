"""Kinds of faults, the detectors that find them, the rules that they are based on, and the effects of upholding one."""
