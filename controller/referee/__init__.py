"""The kinds of faults, the detectors that find them, the law they rest on, and what upholding one does."""
