"""The page's files as they are served."""

import httpx
import pytest

from overtrick.service.page import WEB, page_file, without_comments

pytestmark = pytest.mark.skipif(not (WEB / "index.html").is_file(), reason="the page is not there")


def test_files_come_with_their_type_and_a_tag(client: httpx.Client) -> None:
    answer = client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    tag = answer.headers["etag"]
    again = client.get("/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    script = next(each.name for each in WEB.iterdir() if each.name.endswith(".js"))
    assert client.get(f"/{script}").headers["content-type"] == "text/javascript; charset=utf-8"


def test_only_names_that_are_there_are_files() -> None:
    assert page_file("") == page_file("index.html")
    for path in ("../api.py", "/etc/passwd", "nothing.js", "index.html/", ".", "web"):
        assert page_file(path) is None


def test_scripts_are_served_without_their_descriptions_and_else_line_by_line_as_they_are() -> None:
    script = (
        b"// A file.\n/** One. */\nlet a = /** @type {any} */ (b); // why\n  /**\n   * Two.\n   */\n  f(a, 'x // y');\n"
        b"/** @type {X} */ c = 1;\n"
    )
    served = b"\n\nlet a = (b); // why\n\n\n\n  f(a, 'x // y');\nc = 1;\n"
    assert without_comments(script) == served
    main = page_file("main.js")
    assert main is not None
    lines = (WEB / "main.js").read_bytes().split(b"\n")
    assert all(len(ours) <= len(theirs) for theirs, ours in zip(lines, main.content.split(b"\n"), strict=True))
