"""Set-up of a table from the web page: device discovery, device tests, calibration, checklist, venue file."""
