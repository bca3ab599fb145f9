"""The page's files as they are served."""

import httpx
import pytest

from overtrick.service.page import WEB, page_file

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
