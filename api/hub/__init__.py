"""Connection to other machines: facts to a broker and on to a hub's database, gateways for viewers, evidence clips."""
