"""Concealed hands of a recorded round, worked out from what cameras at the seats saw now and then."""
