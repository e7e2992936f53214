"""The pages: addresses, files and bundles."""
