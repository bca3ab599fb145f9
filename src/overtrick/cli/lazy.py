"""Commands by name, imported only when one of them is run or help lists them all."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command


class Commands(TyperGroup):
    """A group of commands, each named with the module that has it and its name there: a function, or a group."""

    places: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.places:
            return None
        module, name = self.places[cmd_name].split(":")
        found: Any = getattr(import_module(f"overtrick.cli.{module}"), name)
        if isinstance(found, typer.Typer):
            return get_command(found)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(found)
        return get_command(single)
