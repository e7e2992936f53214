"""Labelled samples: rendered scenes on disk, real photos, faces in both, and their augmentation."""
