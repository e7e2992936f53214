"""majiang (電脳麻将): records of kobalab's programs, called paipu, as JSON."""
