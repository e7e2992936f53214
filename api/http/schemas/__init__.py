"""What goes over the wire: requests and answers, checked at the border."""
