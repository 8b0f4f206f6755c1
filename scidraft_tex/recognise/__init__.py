"""*recognise*: generic blocks to results, algorithms, captions, diagrams, citations and links."""
