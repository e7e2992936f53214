"""The pages: their addresses, their files and their bundles."""
