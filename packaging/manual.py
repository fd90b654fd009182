#!/usr/bin/env python3
"""Writes what a package says about the command, from the command's own help: manual.py COMMAND pages FOLDER | manual.py COMMAND defaults

`pages` writes a manual page for the command and for each subcommand. `defaults` prints the variables of `serve`, for /etc/default/vitrail.
"""

import json
import os
import re
import subprocess
import sys
import textwrap
import time


def main(arguments: list[str]) -> int:
    match arguments:
        case [command, "pages", folder]:
            write_pages(read_help(command), read_version(command), folder)
        case [command, "defaults"]:
            sys.stdout.write(defaults(read_help(command)))
        case _:
            print(__doc__, file=sys.stderr)
            return 64
    return 0


def read_help(command: str) -> dict:
    text = subprocess.run([command, "--experimental-dump-help"], check=True, capture_output=True).stdout
    return json.loads(text)["command"]


def read_version(command: str) -> str:
    return subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout.strip()


def shown(entries: list[dict]) -> list[dict]:
    return [entry for entry in entries if entry.get("shouldDisplay", True) and entry.get("commandName") != "help"]


# The pages


def write_pages(command: dict, version: str, folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    subcommands = shown(command.get("subcommands", []))
    names = [command["commandName"]] + [f"{command['commandName']}-{each['commandName']}" for each in subcommands]
    for name, each in zip(names, [command] + subcommands):
        with open(os.path.join(folder, f"{name}.1"), "w", encoding="utf-8") as file:
            file.write(page(each, name, version, [other for other in names if other != name]))


def page(command: dict, name: str, version: str, others: list[str]) -> str:
    # The same bytes for the same sources, where the build says how old they are.
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    invocation = " ".join(command.get("superCommands", []) + [command["commandName"]])
    lines = [f'.TH {name.upper()} 1 {date} "vitrail {version}" "User Commands"', ".SH NAME"]
    lines.append(f"{escaped(name)} \\- {text(command.get('abstract', '')).rstrip('.')}")
    lines += [".SH SYNOPSIS"] + synopsis(command, invocation)
    discussion, status = split_status(command.get("discussion") or "")
    if discussion:
        lines += [".SH DESCRIPTION"] + paragraphs(discussion)
    lines += argument_sections(command, ".SH")
    subcommands = shown(command.get("subcommands", []))
    if subcommands:
        lines.append(".SH COMMANDS")
        for each in subcommands:
            lines += [".TP", f"\\fB{escaped(each['commandName'])}\\fP", text(each.get("abstract", ""))]
    if command.get("superCommands"):
        for each in subcommands:
            lines += [f'.SH "{invocation.upper()} {each["commandName"].upper()}"'] + synopsis(each, f"{invocation} {each['commandName']}")
            lines += paragraphs(each.get("discussion") or "") + argument_sections(each, ".SS")
    if status:
        lines += [".SH EXIT STATUS"] + paragraphs(status)
    if command["commandName"] == "serve":
        lines += [".SH ENVIRONMENT"] + paragraphs(
            "Each option that has a value or can be switched on is also a variable: `--job-timeout` is `VITRAIL_JOB_TIMEOUT`. "
            "An option on the command line wins over its variable.")
        lines += [".SH FILES", ".TP", ".I /etc/default/vitrail", "Variables of the service", ".BR vitrail.service ."]
    else:
        lines += [".SH ENVIRONMENT", ".TP", ".B VITRAIL_CACHE"]
        lines += ["The folder of compiled shaders, instead of", ".I vitrail", "in the user's cache folder. If it is empty, nothing is kept."]
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{escaped(other)}\\fP(1)" for other in others)]
    return "\n".join(lines) + "\n"


def split_status(discussion: str) -> tuple[str, str]:
    """A discussion, and the paragraph of it that lists exit codes."""
    parts = discussion.split("\n\n")
    status = [part for part in parts if part.startswith("Exit codes: ")]
    return "\n\n".join(part for part in parts if part not in status), "\n\n".join(part.removeprefix("Exit codes: ") for part in status)


def synopsis(command: dict, invocation: str) -> list[str]:
    words = [f"\\fB{escaped(invocation)}\\fP"]
    arguments = shown(command.get("arguments", []))
    if any(each["kind"] != "positional" for each in arguments):
        words.append("[\\fIoptions\\fP]")
    for each in arguments:
        if each["kind"] == "positional":
            word = f"\\fI{escaped(each['valueName'])}\\fP" + (" .\\|.\\|." if each["isRepeating"] else "")
            words.append(f"[{word}]" if each["isOptional"] else word)
    if shown(command.get("subcommands", [])):
        words.append("\\fIcommand\\fP")
    return [" ".join(words)]


def argument_sections(command: dict, macro: str) -> list[str]:
    sections: dict[str, list[dict]] = {}
    for each in shown(command.get("arguments", [])):
        sections.setdefault(each.get("sectionTitle") or ("ARGUMENTS" if each["kind"] == "positional" else "OPTIONS"), []).append(each)
    lines = []
    # Options without a title last, as --help prints them.
    for title in sorted(sections, key=lambda title: ["ARGUMENTS", "OPTIONS"].index(title) * 2 if title in ("ARGUMENTS", "OPTIONS") else 1):
        lines.append(f'{macro} "{escaped(title.upper())}"')
        for each in sections[title]:
            lines += [".TP", heading(each)] + paragraphs(about(each))
    return lines


def heading(argument: dict) -> str:
    value = f"\\fI{escaped(argument['valueName'])}\\fP"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(f"\\fB{escaped(dashed(name))}\\fP" for name in sorted(argument["names"], key=lambda name: name["kind"] == "long"))
    return names if argument["kind"] == "flag" else f"{names} {value}"


def dashed(name: dict) -> str:
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def about(argument: dict) -> str:
    words = [argument.get("abstract", ""), argument.get("discussion", "")]
    values = argument.get("allValues") or []
    if values:
        words.append(f"One of: {', '.join(values)}.")
    if argument.get("defaultValue"):
        words.append(f"Default: `{argument['defaultValue']}`.")
    return " ".join(word for word in words if word)


def paragraphs(source: str) -> list[str]:
    """Roff of running text; indented lines are samples and stay lines, lines in capitals are headings."""
    lines: list[str] = []
    sample = False
    for line in source.strip("\n").split("\n") if source else []:
        if line.startswith("  ") != sample:
            sample = not sample
            lines += [".RS 4", ".nf"] if sample else [".fi", ".RE"]
        if sample:
            lines.append(text(line.strip()))
        elif line.isupper():
            lines.append(f'.SS "{text(line)}"')
        elif line.strip():
            lines.append(text(line.strip()))
        elif lines and not lines[-1].startswith(".SS"):
            lines.append(".PP")
    return lines + ([".fi", ".RE"] if sample else [])


def text(source: str) -> str:
    """One line of roff, with `code` in bold."""
    parts = source.split("`")
    if len(parts) % 2 == 0:
        return guarded(escaped(source))
    return guarded("".join(f"\\fB{escaped(part)}\\fP" if k % 2 else escaped(part) for k, part in enumerate(parts)))


def escaped(source: str) -> str:
    return source.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("^", "\\(ha").replace("~", "\\(ti")


def guarded(line: str) -> str:
    """A line that starts with a dot or an apostrophe would be a request."""
    return "\\&" + line if line[:1] in (".", "'") else line


# The variables of the service


def defaults(command: dict) -> str:
    serve = next((each for each in shown(command.get("subcommands", [])) if each["commandName"] == "serve"), None)
    if serve is None:
        raise SystemExit("manual.py: the command has no `serve`")
    blocks = ["# Variables of vitrail.service: options of `vitrail serve`, see vitrail-serve(1).\n# systemctl restart vitrail takes them over.\n"]
    for each in shown(serve["arguments"]):
        name = next((name["name"] for name in each.get("names", []) if name["kind"] == "long"), None)
        if name in (None, "help", "version"):
            continue
        variable = "VITRAIL_" + re.sub("[^A-Z0-9]", "_", name.upper())
        value = "1" if each["kind"] == "flag" else each.get("defaultValue", "")
        blocks.append("".join(f"# {line}\n" for line in textwrap.wrap(each.get("abstract", ""), 78)) + f"#{variable}={value}\n")
    return "\n".join(blocks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
