"""Lists of references written by pybtex, for papers that no biber sees: looks, words and names."""
