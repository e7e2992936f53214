"""JSON bodies of requests and answers, validated on arrival."""
