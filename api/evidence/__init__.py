"""Evidence stored beside the journal: frames and signals, their replay, and crops for faults and questions."""
