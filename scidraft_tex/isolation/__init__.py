"""What fails in TeX costs itself: the smallest piece is found and boxed, and the rest is printed.

A document is set; where TeX meets errors, the map of its `.tex` tells their blocks, a trial which
pieces of these fail by themselves, and boxes stand for those in the model, which is rendered and
set again. Where a box does not help, it grows: to the block, and to the note at last.
"""

from scidraft_tex.isolation.formulas import failing_formulas
from scidraft_tex.isolation.printing import Printed, Printing
from scidraft_tex.isolation.rounds import print_isolated

__all__ = ["Printed", "Printing", "failing_formulas", "print_isolated"]
