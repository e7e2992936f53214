"""What the readers of all formats share: checked values, what is assumed, what stands beside a format."""
