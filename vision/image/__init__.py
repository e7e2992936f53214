"""Parts of a picture: rectified views, felt, means, colours, changes."""
