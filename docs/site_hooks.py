"""What mkdocs does to a page before it reads it: the mark `long` of a block of commands is for our tests alone."""

from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with ```sh long as ```sh."""
    return markdown.replace("```sh long\n", "```sh\n")
