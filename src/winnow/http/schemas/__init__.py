"""What requests must look like. Validation happens here, once; inside Winnow values are trusted."""
