"""What cheap cameras and their codecs do to pictures: shake, flicker of lamps, few pixels, few bits."""
