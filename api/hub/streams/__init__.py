"""The streams of a broker: reading, drawing from a venue's broker, answering requests about them."""
