"""Events of many games over HTTP: their journal, what organisers tell, what everybody sees, tables in and out."""
