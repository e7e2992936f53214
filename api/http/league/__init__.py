"""Events of many games over HTTP: their journal, what organisers enter, what everybody sees, CSV tables in and out."""
