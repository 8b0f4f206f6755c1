"""*resolve*: what each link, citation, index term and image points to."""
