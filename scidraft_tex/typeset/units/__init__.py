"""Large books: chapters set apart, side by side, and joined; what has not changed is kept."""
