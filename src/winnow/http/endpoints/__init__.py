"""One module for each group of routes: schema in, service, plain JSON out."""
