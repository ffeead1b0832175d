"""Ways in which score slips and files go wrong."""
