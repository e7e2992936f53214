"""For those who look on from anywhere: what the broker's public stream tells, served again."""
