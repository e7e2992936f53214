"""Out of one machine: facts to a broker, from there to one hub's database, gateways for viewers, clips of evidence."""
