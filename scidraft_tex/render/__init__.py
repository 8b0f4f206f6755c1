"""*render*: resolved notes to a folder of .tex files."""
