from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.render.imprint import keywords_of, subject_of
from scidraft_tex.settings import Settings


def test_settings_win_over_the_notes_keywords() -> None:
    notes = tuple(
        m.NoteSource(f"{key}.md", key, "", m.FrontMatter(key, keywords=words), "", 1, "")
        for key, words in (("a", ("mean", "average")), ("b", ("mean",)))
    )
    site = m.Site(folder="", title="", notes=notes)
    assert keywords_of(site, Settings()) == ("average", "mean")
    assert keywords_of(site, Settings(keywords=("z", "b"))) == ("z", "b")


def test_the_subject_is_the_subtitle_where_there_is_none() -> None:
    assert subject_of(Settings(subtitle="Notes")) == "Notes"
    assert subject_of(Settings(subtitle="Notes", subject="Means")) == "Means"
