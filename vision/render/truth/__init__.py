"""What a painted picture shows, known from its scene: regions of the picture and the outline of every tile."""
