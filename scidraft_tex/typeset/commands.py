r"""Control words that a writer may have meant: those of LaTeX, amsmath and amssymb in common use.

Names are without their backslash. The list follows source2e's and amsldoc's indexes and the symbol
tables of amssymb, kept to what is of use in a note's math and text; TeX's internals are left out.
"""

from __future__ import annotations

from scidraft_tex.spelling import near

__all__ = ["COMMANDS", "ENVIRONMENTS", "suggestions"]

_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu
xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda
Xi Pi Sigma Upsilon Phi Psi Omega digamma varGamma varDelta varTheta varLambda varXi varPi varSigma
varUpsilon varPhi varPsi varOmega aleph beth gimel daleth
"""

_OPERATORS = """
arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim ker lg lim liminf
limsup ln log max min Pr projlim sec sin sinh sup tan tanh varinjlim varliminf varlimsup varprojlim
operatorname bmod pmod mod pod sum prod coprod int iint iiint iiiint idotsint oint bigcap bigcup
bigodot bigoplus bigotimes bigsqcup biguplus bigvee bigwedge limits nolimits substack sideset
"""

_RELATIONS = """
leq geq le ge neq ne equiv sim simeq approx approxeq cong doteq propto prec succ preceq succeq ll gg
lll ggg subset supset subseteq supseteq subsetneq supsetneq sqsubset sqsupset sqsubseteq sqsupseteq
in ni notin owns mid nmid parallel nparallel perp models vdash dashv Vdash vDash Vvdash asymp bowtie
smile frown leqslant geqslant lesssim gtrsim lessgtr gtrless eqsim triangleq circeq backsim because
therefore between pitchfork nleq ngeq nless ngtr nprec nsucc nsim ncong nsubseteq nsupseteq
trianglelefteq trianglerighteq vartriangleleft vartriangleright preccurlyeq succcurlyeq not
"""

_BINARY = """
pm mp times div ast star circ bullet cdot cap cup uplus sqcap sqcup vee wedge lor land lnot neg
setminus smallsetminus wr diamond bigtriangleup bigtriangledown triangleleft triangleright oplus
ominus otimes oslash odot bigcirc dagger ddagger amalg ltimes rtimes dotplus boxplus boxminus
boxtimes boxdot divideontimes intercal barwedge veebar
"""

_ARROWS = """
to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow longleftarrow
longrightarrow longleftrightarrow Longleftarrow Longrightarrow Longleftrightarrow mapsto longmapsto
hookleftarrow hookrightarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown
rightleftharpoons leftrightharpoons uparrow downarrow updownarrow Uparrow Downarrow Updownarrow
nearrow searrow swarrow nwarrow iff implies impliedby xrightarrow xleftarrow rightsquigarrow leadsto
twoheadrightarrow rightarrowtail circlearrowleft circlearrowright curvearrowright upharpoonright
nrightarrow nleftarrow nRightarrow multimap overrightarrow overleftarrow underrightarrow
"""

_SYMBOLS = """
infty nabla partial forall exists nexists emptyset varnothing Re Im wp ell hbar hslash imath jmath
angle measuredangle triangle square blacksquare Box Diamond clubsuit diamondsuit heartsuit spadesuit
top bot flat natural sharp surd prime backprime dots ldots cdots vdots ddots dotsb dotsc dotsi dotsm
dotso checkmark complement eth mho bigstar lozenge blacklozenge circledS copyright pounds S P dag
ddag textregistered texttrademark textdegree textbackslash textasciitilde euro
"""

_DELIMITERS = """
left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm langle
rangle lbrace rbrace lbrack rbrack lceil rceil lfloor rfloor vert Vert lvert rvert lVert rVert
lgroup rgroup lmoustache rmoustache ulcorner urcorner llcorner lrcorner backslash
"""

_CONSTRUCTS = """
frac dfrac tfrac cfrac genfrac binom dbinom tbinom sqrt overline underline overbrace underbrace
overset underset stackrel hat widehat tilde widetilde bar vec dot ddot dddot ddddot acute grave
breve check mathring boldsymbol pmb bm mathbb mathbf mathcal mathfrak mathit mathnormal mathrm
mathscr mathsf mathtt mathop mathbin mathrel mathord mathopen mathclose mathpunct mathinner text
textstyle displaystyle scriptstyle scriptscriptstyle phantom hphantom vphantom smash boxed tag
notag nonumber intertext shortintertext label ref eqref pageref begin end array matrix cases
xspace quad qquad thinspace medspace thickspace negthinspace enspace hspace vspace hfill vfill
hline cline multicolumn multirow toprule midrule bottomrule cmidrule ensuremath mathchoice
"""

_TEXT = """
textbf textit textmd textnormal textrm textsc textsf textsl texttt textup textsuperscript
textsubscript emph underline bfseries itshape mdseries rmfamily scshape sffamily slshape ttfamily
upshape normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge
section subsection subsubsection paragraph subparagraph chapter part footnote footnotemark
footnotetext cite citep citet parencite textcite autocite nocite item caption includegraphics
centering raggedright raggedleft noindent indent newline linebreak pagebreak newpage clearpage
par hyphenation url href verb textcolor color colorbox fbox framebox mbox makebox parbox raisebox
rule newcommand renewcommand providecommand newenvironment DeclareMathOperator index today LaTeX
TeX ldots textellipsis textendash textemdash textquotedblleft textquotedblright slash
"""

_ALGORITHMS = """
State Statex Require Ensure Input Output If ElsIf Else EndIf For ForAll EndFor While EndWhile Repeat
Until Loop EndLoop Procedure EndProcedure Function EndFunction Call Return Comment
"""

COMMANDS = frozenset(
    " ".join(
        (
            *(_GREEK, _OPERATORS, _RELATIONS, _BINARY, _ARROWS, _SYMBOLS),
            *(_DELIMITERS, _CONSTRUCTS, _TEXT, _ALGORITHMS),
        )
    ).split()
)
"""The control words, without their backslash."""

_ENVIRONMENTS = """
align align* alignat alignat* aligned alignedat array Bmatrix bmatrix cases center dcases
description document enumerate eqnarray eqnarray* equation equation* figure flalign flalign*
flushleft flushright gather gather* gathered itemize longtable matrix minipage multline multline*
multlined picture pmatrix proof quotation quote rcases smallmatrix split subarray subequations
tabbing table tabular tabularx verbatim verse Vmatrix vmatrix
"""

ENVIRONMENTS = frozenset(_ENVIRONMENTS.split())
"""The environments of LaTeX and amsmath in common use."""


def suggestions(command: str, most: int = 2) -> list[str]:
    r"""Return up to MOST control words like COMMAND (`\aplha` or `aplha`), the likeliest first."""
    name = command.removeprefix("\\")
    return [f"\\{known}" for known in near(name, sorted(COMMANDS), most=most)]
