"""What is done with a kept journal as a whole: checked against its anchors, repaired, copied, kept within its quota."""
