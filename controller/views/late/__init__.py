"""Views released with delay only: hands, the course of a round with its draws, the advice of engines."""
