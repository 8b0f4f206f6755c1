"""A Hugo site's own settings, in each of its formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.load.hugo import HugoSettings, read_hugo
from scidraft_tex.model import Author, EntrySet, WebRules

WriteSite = Callable[[Mapping[str, str | bytes]], Path]
Read = Callable[[Mapping[str, str | bytes]], tuple[HugoSettings | None, list[Diagnostic]]]

TOML = r"""
baseurl = "https://example.org/"
title = "Chains"
languageCode = "de"
[Params]
  mainSections = ["notes", "essays/"]
  author = [{name = "Ada", affiliation = "London"}, "Emmy"]
  institute = "An Institute"
  [params.entrySets.Results]
    titleField = "resultTitle"
    countlabel = "Results"
    tag = "Result"
  [params.entrysets.methods]
  [params.math.macros]
    R = '\mathbb{R}'
    "\\E" = '\mathbb{E}'
  [params.katex.macros]
    '\r' = '\rho'
    '\R' = '\mathbf{R}'
"""

YAML = r"""
baseurl: https://example.org/
title: Chains
languageCode: de
Params:
  mainSections: [notes, essays/]
  author: [{name: Ada, affiliation: London}, Emmy]
  institute: An Institute
  entrySets:
    Results: {titleField: resultTitle, countlabel: Results, tag: Result}
    methods: {}
  math: {macros: {R: '\mathbb{R}', '\E': '\mathbb{E}'}}
  katex: {macros: {'\r': '\rho', '\R': '\mathbf{R}'}}
"""

JSON = r"""
{"baseurl": "https://example.org/", "title": "Chains", "languageCode": "de",
 "Params": {"mainSections": ["notes", "essays/"],
  "author": [{"name": "Ada", "affiliation": "London"}, "Emmy"],
  "institute": "An Institute",
  "entrySets": {"Results": {"titleField": "resultTitle", "countlabel": "Results",
    "tag": "Result"}, "methods": {}},
  "math": {"macros": {"R": "\\mathbb{R}", "\\E": "\\mathbb{E}"}},
  "katex": {"macros": {"\\r": "\\rho", "\\R": "\\mathbf{R}"}}}}
"""

EXPECTED = HugoSettings(
    title="Chains",
    base_url="https://example.org/",
    language="de",
    authors=(Author("Ada", "London"), Author("Emmy")),
    institute="An Institute",
    sections=("notes", "essays"),
    sets=(
        EntrySet("Results", title_field="resultTitle", tag="Result", count_label="Results"),
        EntrySet("methods"),
    ),
    macros=(("\\R", "\\mathbf{R}"), ("\\E", "\\mathbb{E}"), ("\\r", "\\rho")),
)


@pytest.fixture
def read(write_site: WriteSite) -> Read:
    def reader(files: Mapping[str, str | bytes]) -> tuple[HugoSettings | None, list[Diagnostic]]:
        found = Diagnostics()
        return read_hugo(write_site(files).resolve(), found), list(found)

    return reader


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hugo.toml", TOML.replace("params.entrysets.methods", "params.entrySets.methods")),
        ("config.toml", TOML.replace("params.entrysets.methods", "params.entrySets.methods")),
        ("hugo.yaml", YAML),
        ("config.yml", YAML),
        ("hugo.json", JSON),
        ("config/_default/hugo.yaml", YAML),
    ],
)
def test_every_format_says_the_same(read: Read, name: str, text: str) -> None:
    # TOML's own tables are case-sensitive: [Params] and [params.…] are two, as to Hugo's reader.
    settings, found = read({name: text.replace("[Params]", "[params]")})
    assert found == []
    assert settings == EXPECTED


def test_no_file_is_none(read: Read) -> None:
    assert read({"a.md": "# A\n"}) == (None, [])


def test_hugo_toml_comes_before_config_toml(read: Read) -> None:
    settings, _ = read({"config.toml": "title = 'old'", "hugo.toml": "title = 'new'"})
    assert settings == HugoSettings(title="new")


def test_a_params_file_adds_to_the_main_one(read: Read) -> None:
    files = {
        "config/_default/hugo.toml": "title = 'Chains'\n[params]\ninstitute = 'One'\nauthor = 'A'",
        "config/_default/params.toml": "institute = 'Two'\nmainSections = 'essays'\n",
    }
    settings, _ = read(files)
    assert settings == HugoSettings(
        title="Chains", institute="Two", authors=(Author("A"),), sections=("essays",)
    )


def test_keys_at_the_top_that_hugo_takes_there(read: Read) -> None:
    settings, _ = read({"hugo.toml": "mainSections = ['essays']\n[author]\nname = 'Ada'\n"})
    assert settings == HugoSettings(sections=("essays",), authors=(Author("Ada"),))


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("hugo.toml", "title = 'A'\nbaseURL 'x'\n", "hugo.toml:2:9"),
        ("hugo.yaml", "title: A\n  baseURL: x\n", "hugo.yaml:2:10"),
        ("hugo.json", '{"title": "A",\n}\n', "hugo.json:2:1"),
        ("hugo.toml", "title = 'A", "hugo.toml:1:11"),
    ],
)
def test_broken_settings_are_an_error_and_a_site_all_the_same(
    read: Read, name: str, text: str, place: str
) -> None:
    settings, (said,) = read({name: text})
    assert settings == HugoSettings()
    assert (str(said.place), said.code, str(said.severity)) == (place, "site-settings", "error")


def test_settings_that_are_not_utf_8(read: Read) -> None:
    settings, (said,) = read({"hugo.toml": b"title = 'A'\nx = '\xe4'\n"})
    assert settings
    assert settings.title == "A"
    assert (str(said.place), said.code) == ("hugo.toml:2:6", "note-encoding")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("title = ['A']\n", 1, "`title` wants text"),
        ("contentDir = '../other'\n", 1, "`contentDir` wants a folder within"),
        ('contentDir = "/etc"\n', 1, "`contentDir` wants a folder within"),
        ("[params]\nmainSections = ['..', 'notes']\n", 2, "`mainSections` wants names of folders"),
        ("[params]\nmainSections = ['a/../../b']\n", 2, "`mainSections` wants names of folders"),
        ("[params]\n\nentrySets = 'x'\n", 3, "`entrySets` wants a table"),
        ("[params.entrySets]\nmath = 1\n", 2, "`math` wants a table"),
        ("[params.entrySets.math]\ntitleField = []\n", 2, "`titleField` wants text"),
        ("[params.katex.macros]\n'\\R' = 1\n", 2, "`\\R` wants the macro's text"),
        ("params = 3\n", 1, "`params` wants a table"),
    ],
)
def test_wrong_values_are_warnings_at_their_line(
    read: Read, text: str, line: int, words: str
) -> None:
    settings, (said,) = read({"hugo.toml": text})
    assert settings is not None
    assert settings.content == "content"
    assert ".." not in settings.sections
    assert (said.code, str(said.severity)) == ("site-settings", "warning")
    assert said.place is not None
    assert said.place.line == line
    assert said.message.startswith(words)


def test_math_as_a_switch_holds_no_macros(read: Read) -> None:
    settings, found = read({"hugo.toml": "[params]\nmath = true\n"})
    assert (settings, found) == (HugoSettings(), [])


def test_addresses_on_the_web(read: Read) -> None:
    text = (
        "disablePathToLower = true\n[uglyURLs]\nNotes = true\n"
        '[permalinks]\nposts = "/p/:slug/"\n[permalinks.page]\nnotes = "/n/:slug/"\n'
        '[permalinks.section]\nnotes = "/n/"\n[permalinks.term]\ntags = "/t/:slug/"\n'
    )
    settings, found = read({"hugo.toml": text})
    assert settings
    assert found == []
    assert settings.web == WebRules(
        permalinks=(
            ("page", "posts", "/p/:slug/"),
            ("page", "notes", "/n/:slug/"),
            ("section", "notes", "/n/"),
        ),
        ugly=(("notes", True),),
        keep_case=True,
    )


def test_a_wrong_flag_of_addresses_is_a_warning(read: Read) -> None:
    settings, found = read({"hugo.toml": 'uglyURLs = "often"\n'})
    assert settings
    assert settings.web.ugly == ()
    assert [(item.code, item.severity) for item in found] == [("site-settings", "warning")]
