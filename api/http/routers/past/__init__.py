"""What has been at a table: rounds act by act, pictures that were kept, hands that are released."""
