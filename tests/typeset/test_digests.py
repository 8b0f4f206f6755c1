from __future__ import annotations

from pathlib import Path

from scidraft_tex.typeset.digests import (
    digest,
    distribution_stamp,
    file_digest,
    readback_digests,
    request_digest,
)

AUX = r"""\relax
\newlabel{a}{{1}{%s}}
\abx@aux@read@bbl@mdfivesum{%s}
\gdef \LT@i {\LT@entry 
    {1}{%spt}\LT@entry 
    {1}{78.6504pt}}
\gdef \@abspage@last{9}
"""  # noqa: W291 - TeX writes it so
BCF = """<?xml version="1.0"?>
<bcf:controlfile version="3.9" xmlns:bcf="https://sourceforge.net/projects/biblatex">
  %s
  <bcf:section number="0">
    <bcf:citekey order="1" intorder="1">%s</bcf:citekey>
  </bcf:section>
</bcf:controlfile>
"""


def aux(folder: Path, page: str = "1", checksum: str = "A", width: str = "80.0") -> tuple[str, str]:
    path = folder / "book.aux"
    path.write_text(AUX % (page, checksum, width), encoding="utf-8")
    return readback_digests(path)


def test_labels_and_table_widths_are_told_apart(tmp_path: Path) -> None:
    before = aux(tmp_path)
    assert aux(tmp_path) == before
    assert aux(tmp_path, checksum="B") == before
    moved, wider = aux(tmp_path, page="2"), aux(tmp_path, width="81.0")
    assert moved[0] != before[0]
    assert moved[1] == before[1]
    assert wider[0] == before[0]
    assert wider[1] != before[1]


def test_what_is_not_there_has_no_digest(tmp_path: Path) -> None:
    assert file_digest(tmp_path / "x") == ""
    assert readback_digests(tmp_path / "x") == ("", "")
    assert request_digest(tmp_path / "x") == ""
    (tmp_path / "empty.toc").touch()
    assert readback_digests(tmp_path / "empty.toc") == (digest(b""), "")


def request(folder: Path, text: str) -> str:
    path = folder / "book.bcf"
    path.write_text(text, encoding="utf-8")
    return request_digest(path)


def test_a_request_is_what_is_asked_not_how_it_is_written(tmp_path: Path) -> None:
    plain = request(tmp_path, BCF % ("", "knuth"))
    assert plain
    assert request(tmp_path, BCF % ("<!-- made today -->", "knuth")) == plain
    assert request(tmp_path, (BCF % ("", "knuth")).replace("    <", "<")) == plain
    assert request(tmp_path, BCF % ("", "lamport")) != plain
    assert request(tmp_path, (BCF % ("", "knuth")).replace("3.9", "3.8")) != plain


def test_no_citation_is_no_request(tmp_path: Path) -> None:
    text = BCF % ("", "x")
    nothing = text.replace('<bcf:citekey order="1" intorder="1">x</bcf:citekey>', "")
    assert request(tmp_path, nothing) == ""
    assert request(tmp_path, "no XML") == digest(b"no XML")


def test_the_distribution_changes_with_its_files(tmp_path: Path) -> None:
    package = tmp_path / "a.sty"
    package.write_text("1", encoding="utf-8")
    before = distribution_stamp([str(package), str(tmp_path / "gone.sty")])
    assert distribution_stamp([str(package), str(package)]) == before
    package.write_text("22", encoding="utf-8")
    assert distribution_stamp([str(package)]) != before


def test_the_line_of_a_bookmark_s_heading_moves_nothing(tmp_path: Path) -> None:
    made = []
    for line, level in ((7, 1), (12, 1), (12, 2)):
        path = tmp_path / f"{line}-{level}.aux"
        path.write_text(f"\\BKM@entry{{id=1,dest={{73}},srcline={{{line}}}}}{{5C{level}}}\n")
        made.append(readback_digests(path))
    assert made[0] == made[1] != made[2]
