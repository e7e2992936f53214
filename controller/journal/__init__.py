"""The record: frozen events, the state they fold into, their bytes, their hash chain, and what may be seen of them."""
