"""The map in docs/architecture.md names every module, and nothing that is not there."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_map_names_every_module() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("## The map")[1]
    mapped, folders = set(), [""]
    for line in text.split("```")[1].splitlines():
        name, depth = line.split()[0] if line.strip() else "", (len(line) - len(line.lstrip())) // 2
        if name.endswith("/"):
            folders[depth + 1 :] = [folders[depth] + name]
        elif name:
            mapped.add(folders[depth] + name)
    source = ROOT / "src"
    modules = {str(path.relative_to(source)) for path in (source / "overtrick").rglob("*.py")}
    assert mapped == {name for name in modules if not name.endswith("__init__.py")}
