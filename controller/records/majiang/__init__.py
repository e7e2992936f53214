"""majiang (電脳麻将): the records of kobalab's programs, called paipu, as JSON."""
