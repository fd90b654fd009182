"""Signatures and parameter texts that several functions share, completed when the functions are defined.

A function that takes ``**options: Unpack[SomeOptions]`` and refers to a `model` for their meaning keeps a short text in
the source. At run time its signature has the options one by one, for completion, and its docstring all texts.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ._look import Look

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

#: Text of a parameter whose meaning is that of the model.
_REFERENCE = "As those of `plot`."
_DEFAULTS = inspect.signature(Look).parameters


def completed(options: type[Any], model: Callable[..., Any] | None = None) -> Callable[[AnyFunction], AnyFunction]:
    """A decorator that completes the signature and the docstring of a function.

    Parameters
    ----------
    options
        The TypedDict of the function's ``**options``.
    model
        A function whose parameter texts stand for those that the docstring only refers to, and whose sections
        ``Returns`` and ``Raises`` for missing ones. Default: the docstring is complete.
    """

    def complete(function: AnyFunction) -> AnyFunction:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        taken = {one.name for one in own}
        shared = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_DEFAULTS[name].default if name in _DEFAULTS else None,
                annotation=getattr(annotation, "__forward_arg__", annotation),
            )
            for name, annotation in _roles_first(options.__annotations__)
            if name not in taken
        ]
        made: Any = function
        made.__signature__ = signature.replace(parameters=[*own, *shared])
        if model is not None and function.__doc__:
            function.__doc__ = _filled(function.__doc__, model.__doc__ or "", made.__signature__.parameters)
        return function

    return complete


def _roles_first(annotations: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Columns before looks, which have a default in `Look`."""
    return sorted(annotations.items(), key=lambda item: item[0] in _DEFAULTS)


def refused(function: Callable[..., Any], name: str) -> TypeError:
    """The error for an argument that a function does not have, with the nearest one that it has."""
    names = [one.name for one in inspect.signature(function).parameters.values() if one.kind is one.KEYWORD_ONLY]
    near = difflib.get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}{hint}")


# Docstrings in numpydoc form


def _filled(text: str, model: str, parameters: Iterable[str]) -> str:
    mine, others = _sections(text), _sections(model)
    own = _entries(mine.get("Parameters", []))
    listed = {name for names, _ in own for name in names}
    filled: list[str] = []
    for names, body in own:
        if not _is_reference(body):
            filled += [", ".join(names), *body]
            continue
        wanted = set(names)
        if "**options" in wanted:
            wanted |= set(parameters) - listed
        for shared, words in _entries(others["Parameters"]):
            found = [name for name in shared if name in wanted]
            filled += [", ".join(found), *words] if found else []
    result = {"": mine[""], "Parameters": filled}
    for name in ("Returns", "Raises"):
        section = mine.get(name) or others.get(name)
        if section:
            result[name] = section
    result.update((name, body) for name, body in mine.items() if name not in result)
    return "\n".join("\n".join([*_heading(name), *body, ""]) for name, body in result.items())


def _is_reference(body: list[str]) -> bool:
    return [line.strip() for line in body] == [_REFERENCE]


def _heading(name: str) -> list[str]:
    return [name, "-" * len(name)] if name else []


def _sections(text: str) -> dict[str, list[str]]:
    """Lines of each section, without its heading; the summary is under the empty name."""
    found: dict[str, list[str]] = {"": []}
    lines = inspect.cleandoc(text).splitlines()
    name = ""
    for position, line in enumerate(lines):
        following = lines[position + 1] if position + 1 < len(lines) else ""
        if line and following == "-" * len(line):
            name = line
            found[name] = []
        elif not (line and line == "-" * len(line) and position and lines[position - 1] == name):
            found[name].append(line)
    for body in found.values():
        while body and not body[-1]:
            body.pop()
    return found


def _entries(lines: list[str]) -> list[tuple[list[str], list[str]]]:
    """Names, and the indented text below them."""
    entries: list[tuple[list[str], list[str]]] = []
    for line in lines:
        if line and not line.startswith(" "):
            entries.append((line.split(", "), []))
        elif entries:
            entries[-1][1].append(line)
    return entries
