import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_identifiers import (
    Arxiv,
    clean_doi,
    clean_url,
    find_arxiv,
    urls_in,
)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://a.org/x_y#z?q=1&r=~s", "https://a.org/x_y#z?q=1&r=~s"),
        (r"\url{https://a.org/F\%3A-O\%2C/x\_y}", "https://a.org/F%3A-O%2C/x_y"),
        ("https://a.org/a b.pdf", "https://a.org/a%20b.pdf"),
        ("https://a.org/100%", "https://a.org/100%25"),
        (r"https://a.org/{\textasciitilde}me/\~{}you", "https://a.org/~me/~you"),
        ("<https://a.org/>", "https://a.org/"),
        ("https://a.org/?a=1&amp;b=2", "https://a.org/?a=1&b=2"),
        ("https://a.org/?a=1&copy=2", "https://a.org/?a=1&copy=2"),
        ("https://a.org/é{x}", "https://a.org/%C3%A9x"),
        ("https://a.org/ https://b.org/", "https://a.org/"),
        ("www.a.org/x", "https://www.a.org/x"),
        ("none", ""),
        ("", ""),
    ],
)
def test_urls(written: str, url: str) -> None:
    assert clean_url(written) == url


def test_urls_in_text() -> None:
    assert urls_in(r"Blog, \url{https://a.org/x\_y}; also http://b.org.") == [
        "https://a.org/x_y",
        "http://b.org",
    ]


@pytest.mark.parametrize(
    ("written", "doi"),
    [
        ("10.1145/3620665.3640366", "10.1145/3620665.3640366"),
        ("https://doi.org/10.1145/3620665.3640366", "10.1145/3620665.3640366"),
        ("http://dx.doi.org/10.1000/a%2Fb", "10.1000/a/b"),
        (r"doi:10.1007/978-3-031-44693-1\_5.", "10.1007/978-3-031-44693-1_5"),
        ("10.1002/(SICI)1097(98)43:4<3::AID>3.0;2-B", "10.1002/(SICI)1097(98)43:4<3::AID>3.0;2-B"),
        ("https://arxiv.org/abs/1902.00751", ""),
    ],
)  # fmt: skip
def test_dois(written: str, doi: str) -> None:
    assert clean_doi(written) == doi


@pytest.mark.parametrize(
    ("written", "paper"),
    [
        ("2301.00001", Arxiv("2301.00001")),
        ("arXiv:2301.00001v2", Arxiv("2301.00001")),
        ("arXiv preprint arXiv:2301.00001 [cs.CL]", Arxiv("2301.00001", "cs.CL")),
        ("https://arxiv.org/pdf/1409.0473v7.pdf", Arxiv("1409.0473")),
        ("10.48550/ARXIV.2405.21060", Arxiv("2405.21060")),
        ("abs/1706.03762", Arxiv("1706.03762")),
        ("cs/0301001", Arxiv("cs/0301001")),
        ("hep-th/9901001v3", Arxiv("hep-th/9901001")),
        ("arXiv [cs.CL]", None),
        ("12345", None),
    ],
)
def test_arxiv(written: str, paper: Arxiv | None) -> None:
    assert find_arxiv(written) == paper


@given(st.text(alphabet="htps:/.a%2{}\\ _~#é\"'<>", max_size=30))
def test_a_url_is_ascii_without_what_breaks_a_bib(text: str) -> None:
    url = clean_url(text)
    assert url.isascii()
    assert not set(url) & set('{}\\ "<>^`|\n')
