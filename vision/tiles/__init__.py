"""Single tiles and dice: found, cut out, recognised."""
