"""How well a server finds and trims, measured on a data set with known answers."""
