"""Evidence kept beside the journal: frames and signals written, replayed, cut to pictures."""
