"""The streams of a broker: reading them, forwarding a venue broker's messages, answering requests about them."""
