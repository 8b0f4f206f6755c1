"""Arguments that cannot be read are told with what may have been meant."""

from __future__ import annotations

import pytest

from scidraft_tex import cli


@pytest.mark.parametrize(
    ("arguments", "usage", "said"),
    [
        (["bok"], "scidraft-tex [-h]", "did you mean book?"),
        (["preprints", "one"], "scidraft-tex [-h]", "did you mean preprint?"),
        (["book", "--outptu", "x"], "scidraft-tex book", "did you mean --output?"),
        (["book", "--profle=print"], "scidraft-tex book", "did you mean --profile?"),
        (["book", "--profile", "prnt"], "scidraft-tex book", "did you mean print?"),
        (["handout", "one", "--audience", "students"], "handout NOTE", "did you mean student?"),
        (["preprint", "one", "--bundel"], "preprint NOTE", "did you mean --bundle?"),
    ],
)
def test_a_misspelt_name(
    arguments: list[str], usage: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert usage in err
    assert err.splitlines()[-1].endswith(f" - {said}")


def test_what_is_like_nothing_gets_no_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["book", "--zzz"])
    assert capsys.readouterr().err.endswith("unrecognized arguments: --zzz\n")
