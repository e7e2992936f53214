"""Commands on events: standings of files, and events of the service's store at its machine's console."""
