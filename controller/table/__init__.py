"""The only conductor: phases from a literal table, evidence fused into facts, effects for the edges to carry out."""
