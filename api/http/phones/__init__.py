"""Phones used as cameras: pairing, and receiving their pictures, which are never sent out again."""
