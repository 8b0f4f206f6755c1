"""A note as LaTeX's own `article` has it: plain commands that readers of a paper's source know.

The book's renderers lay tables, code and formulas out; here they are written with as little beyond
LaTeX and its common packages as there can be, since others read, convert and compile the source.
"""
