#!/usr/bin/env python3
"""Counts the figures on structure in docs/architecture.md.

    .ci/structure.py [--root DIR] [--json] [--list]

DIR is a checkout (default: the one of this script). The script reads the files on disk, so changes that are not
committed count. It needs Python 3 and no package. --list also prints every place, switch and member of the knot.

How the figures are made:

Modules
    Every target of Package.swift whose folder is below Sources/ or is shaders/. The text of Package.swift is read; a
    dependency is a string, `.target(name:)` or `.byName(name:)`. Products of other packages are left out. Libraries of
    the system (`.systemLibrary`) have no code and are left out, too.

Files and lines
    Swift, C, C++ and GLSL files below a target's folder, with comments and blank lines. The share of the largest module
    is given twice: of the Swift lines in Sources/, as in the audit of e827ae8, and of all lines of all modules.

References and the knot
    File A refers to file B if A names a top-level type (struct, class, enum, actor, protocol, typealias) that B
    declares. Comments and strings are removed first; code within `\\(…)` of a string is kept. These names are left out:
    types that B declares private, names that several files of Sources/ declare, names that A itself declares at any
    depth, and members (`Axis.Color`, `.color`; but `VitrailScene.Color` counts). B's module must be A's module or one
    that A's module depends on, directly or not. An extension refers to the type that it extends, but a use of its
    members does not refer to it. The figures are therefore approximate: about ±10 %.
    A script without these rules for private and nested types joins the two components of VitrailCore at e827ae8 (180
    and 20 files) to one of 202, by the names `Sample` and `Column`. The audit counted 176 and 20 files.
    The knot is the strongly connected component with the most files. A pair of folders of one module counts if each
    refers to the other; folders are those directly below the module's folder.

Tests for an axis class
    `is …Axis` and `as? …Axis` in Swift code, also as a pattern (`case is …Axis`).

Switches over the series kind
    A `switch` with a label `.candlestick` directly in its body, alone or in a list or a tuple (`case .candlestick(let
    style)`, `case .column, .candlestick`, `case (_, .candlestick)`). Of these, a switch without `default` and without
    `case _` is exhaustive: a new kind does not compile before it is edited. Switches over other enums with a case of
    that name count as well, because they list the series kinds again; --list shows each one with its subject.
    Strings (`case "candlestick"`) do not count.

Changes of process state
    Calls of setenv, unsetenv, putenv, mallopt, signal and sigaction in Swift and C code. `signal` counts with two
    arguments, so that methods of that name do not. Library modules are those that the product `Vitrail` needs.

Dialect
    The share that shared/guide/dialect.sh reports for the checkout. The script is looked for beside this checkout and
    beside DIR; without it, the figure is left out with a message.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

CODE = {".swift", ".c", ".h", ".cpp", ".cc", ".vert", ".frag", ".comp", ".glsl"}
C_CODE = {".c", ".h", ".cpp", ".cc"}
HOME = Path(__file__).resolve().parent.parent


# Text without comments and strings


OPENING = re.compile(r'//|/\*|#*"""|#*"|[()]')
C_TOKEN = re.compile(r"//(?:\\\n|[^\n])*|/\*[\s\S]*?\*/|\"(?:\\[\s\S]|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")


def blank(text):
    """Spaces for text, with its line breaks, so that offsets and line numbers stay."""
    return re.sub(r"[^\n]", " ", text)


def plain_c(text):
    """C or GLSL code with comments, strings and characters replaced by spaces."""
    return C_TOKEN.sub(lambda match: blank(match.group()), text)


def plain_swift(text):
    """Swift code with comments and strings replaced by spaces. Code within `\\(…)` of a string stays."""
    out = []
    read_code(text, 0, out, False)
    return "".join(out)


def read_code(text, at, out, in_string):
    """Appends code to out until the text ends, or until the parenthesis closes that in_string has opened."""
    depth = 0
    while True:
        match = OPENING.search(text, at)
        if not match:
            out.append(text[at:])
            return len(text)
        out.append(text[at:match.start()])
        token, at = match.group(), match.end()
        if token == "(":
            depth += 1
            out.append(token)
        elif token == ")":
            if in_string and depth == 0:
                out.append(" ")
                return at
            depth -= 1
            out.append(token)
        elif token == "//":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            out.append(" " * (end - match.start()))
            at = end
        elif token == "/*":
            at = end_of_comment(text, at)
            out.append(blank(text[match.start():at]))
        else:
            at = read_string(text, match.start(), token, out)


def end_of_comment(text, at):
    """The offset after a comment, in which comments may be nested."""
    depth = 1
    for match in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def read_string(text, start, opening, out):
    """Appends spaces for a string that starts at `start`, and the code that it interpolates."""
    hashes = opening.count("#")
    quotes = opening[hashes:]
    escape = "\\" + "#" * hashes
    closing = quotes + "#" * hashes
    at = start + len(opening)
    out.append(" " * len(opening))
    while at < len(text):
        if text.startswith(closing, at):
            out.append(" " * len(closing))
            return at + len(closing)
        if text.startswith(escape, at):
            at += len(escape)
            out.append(" " * len(escape))
            if text.startswith("(", at):
                out.append(" ")
                at = read_code(text, at + 1, out, True)
            elif at < len(text):
                out.append(blank(text[at]))
                at += 1
            continue
        if text[at] == "\n" and len(quotes) == 1:
            return at  # Not a string after all, such as a quotation mark in a regular expression.
        out.append(blank(text[at]))
        at += 1
    return at


# Package.swift


def balanced(text, at):
    """The text between the bracket at `at` and the one that closes it."""
    depth = 0
    for index in range(at, len(text)):
        if text[index] in "([{":
            depth += 1
        elif text[index] in ")]}":
            depth -= 1
            if depth == 0:
                return text[at + 1:index]
    raise SystemExit("structure.py: Package.swift has a bracket that is not closed")


def without_comments(text):
    """Swift code without comments, with its strings."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
    return token.sub(lambda match: match.group() if match.group()[0] == '"' else " ", text)


def package_targets(root):
    """Targets below Sources/ and shaders: name → folder, kind and the names of its dependencies."""
    path = root / "Package.swift"
    if not path.is_file():
        raise SystemExit(f"structure.py: there is no {path}")
    text = without_comments(path.read_text(encoding="utf-8"))
    found = {}
    # The argument of the package, not the one of a product: its elements are calls.
    for match in re.finditer(r"\.(target|executableTarget|testTarget|systemLibrary|plugin|macro)\s*\(", text):
        body = balanced(text, match.end() - 1)
        name = re.match(r"\s*name:\s*\"([^\"]+)\"", body)
        if not name or match.group(1) == "testTarget":
            continue
        if re.match(r"\s*name:\s*\"[^\"]+\"\s*(,\s*condition:|$)", body) and name.group(1) in found:
            continue  # A dependency `.target(name:, condition:)`, not a target.
        folder = re.search(r"\bpath:\s*\"([^\"]+)\"", body)
        folder = folder.group(1) if folder else "Sources/" + name.group(1)
        if not (folder == "shaders" or folder.startswith("Sources/")) or not (root / folder).is_dir():
            continue
        listed = re.search(r"\bdependencies:\s*\[", body)
        names = []
        if listed:
            inner = balanced(body, listed.end() - 1)
            inner = re.sub(r"\.product\s*\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)", " ", inner)
            inner = re.sub(r"\.(?:target|byName)\s*\(\s*name:\s*(\"[^\"]+\")(?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)",
                           r"\1", inner)
            names = re.findall(r'"([^"]+)"', inner)
        found[name.group(1)] = {"folder": folder, "kind": match.group(1), "dependencies": names}
    modules = {name: target for name, target in found.items() if target["kind"] != "systemLibrary"}
    for target in modules.values():
        target["dependencies"] = [name for name in target["dependencies"] if name in modules]
    return modules


def library_targets(root):
    """The targets of the product `Vitrail`."""
    text = without_comments((root / "Package.swift").read_text(encoding="utf-8"))
    match = re.search(r"\.library\s*\(\s*name:\s*\"Vitrail\"[^)]*?targets:\s*\[([^\]]*)\]", text)
    return re.findall(r'"([^"]+)"', match.group(1)) if match else []


def reachable(graph, starts):
    """The nodes that can be reached from starts, with these."""
    seen, stack = set(), list(starts)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(graph.get(node, ()))
    return seen


def components(graph):
    """Strongly connected components, by Tarjan's algorithm without recursion."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    members = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        members.append(member)
                        if member == node:
                            break
                    found.append(sorted(members))
    return found


# Files


class File:
    """A source file of a module: its lines, and its code without comments and strings."""

    def __init__(self, root, path, module, folder):
        self.path = path.relative_to(root).as_posix()
        self.module = module
        parts = path.relative_to(root / folder).parts
        self.folder = parts[0] if len(parts) > 1 else "."
        text = path.read_text(encoding="utf-8", errors="replace")
        self.lines = text.count("\n") + (0 if text.endswith("\n") or not text else 1)
        self.is_swift = path.suffix == ".swift"
        self.is_c = path.suffix in C_CODE
        self.code = plain_swift(text) if self.is_swift else plain_c(text) if self.is_c else ""

    def line(self, offset):
        return self.code.count("\n", 0, offset) + 1


def source_files(root, modules):
    """All files of the modules, in the order of their paths."""
    files = []
    for name, target in modules.items():
        for folder, below, here in os.walk(root / target["folder"]):
            below[:] = sorted(entry for entry in below if not entry.startswith("."))
            files += [File(root, Path(folder) / entry, name, target["folder"])
                      for entry in sorted(here) if Path(entry).suffix in CODE]
    return sorted(files, key=lambda file: file.path)


# References


DECLARATION = re.compile(r"[{}]|\b(?:import\s+)?(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+"
                         r"([A-Za-z_]\w*)")
# An identifier, with the point before it and the word before the point, if there are any.
NAME = re.compile(r"(?:(?<!\w)(\w+)\s*)?(?<!\.\.)(\.)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)")
PRIVATE = re.compile(r"\b(?:private|fileprivate)\s+(?:(?:final|indirect)\s+|@\w+\s+)*$")


def declared_types(file):
    """Names of the types that a Swift file declares: outside of any braces for other files to see, and all others."""
    depth, shared, local = 0, set(), set()
    for match in DECLARATION.finditer(file.code):
        token = match.group()
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
        elif token.startswith("import") or match.group(1) in ("func", "var", "let", "subscript", "init"):
            continue
        elif depth == 0 and not PRIVATE.search(file.code[:match.start()][-60:]):
            shared.add(match.group(1))
        else:
            local.add(match.group(1))
    return shared, local


def named_types(file, modules):
    """All identifiers of a Swift file but members: `Color` and `VitrailScene.Color`, not `Axis.Color` or `.color`."""
    names = set()
    for match in NAME.finditer(file.code):
        if match.group(2) is None:
            names.add(match.group(4))
        else:
            names.update([match.group(1)] if match.group(1) else [])
            names.update([match.group(3)] if match.group(1) in modules else [])
    return names


def references(files, modules):
    """Pairs of Swift files (from, to) by the types that they name, as a graph; and the number of types."""
    graph_of_modules = {name: target["dependencies"] for name, target in modules.items()}
    visible = {name: reachable(graph_of_modules, [name]) for name in modules}
    swift = [file for file in files if file.is_swift]
    declared, local = defaultdict(list), {}
    for file in swift:
        shared, local[file.path] = declared_types(file)
        for name in shared:
            declared[name].append(file)
    owner = {name: owners[0] for name, owners in declared.items() if len(owners) == 1}
    graph = {file.path: set() for file in swift}
    for file in swift:
        for name in named_types(file, modules) - local[file.path]:
            other = owner.get(name)
            if other and other is not file and other.module in visible[file.module]:
                graph[file.path].add(other.path)
    return graph, len(declared), sum(len(owners) > 1 for owners in declared.values())


def folder_pairs(graph, files, module):
    """Pairs of folders of a module that refer to each other, and the number of all pairs."""
    place = {file.path: file.folder for file in files if file.module == module and file.is_swift}
    directed = {(place[a], place[b]) for a in graph if a in place for b in graph[a] if b in place}
    both = sorted((a, b) for a, b in directed if a < b and (b, a) in directed)
    count = len(set(place.values()))
    return both, count * (count - 1) // 2


# Patterns


AXIS_TEST = re.compile(r"\b(?:is|as\?)\s+(?:any\s+)?\w*Axis\b")
SWITCH = re.compile(r"(?<![.`])\bswitch\b")
LABEL = re.compile(r"[{}]|\bcase\b|(?<![.\w`])\bdefault\s*:|(?<![.\w])@unknown\s+default\b")
STATE_CALL = re.compile(r"(?<![\w.])((?:Glibc|Darwin|Musl)\s*\.\s*)?(setenv|unsetenv|putenv|mallopt|signal|sigaction)\s*\(")


def axis_tests(files):
    return [f"{file.path}:{file.line(match.start())}: {match.group()}"
            for file in files if file.is_swift for match in AXIS_TEST.finditer(file.code)]


def switches(file):
    """Switches of a Swift file: offset, subject, labels directly in the body, and whether there is a default."""
    for match in SWITCH.finditer(file.code):
        depth, opening = 0, None
        for index in range(match.end(), len(file.code)):
            character = file.code[index]
            if character in "([":
                depth += 1
            elif character in ")]":
                depth -= 1
            elif character == "{" and depth == 0:
                opening = index
                break
            elif character == "{":
                depth += 1
            elif character == "}":
                depth -= 1
        if opening is None:
            continue
        subject = " ".join(file.code[match.end():opening].split())
        labels, has_default, depth = [], False, 0
        for label in LABEL.finditer(file.code, opening):
            token = label.group()
            if token == "{":
                depth += 1
            elif token == "}":
                depth -= 1
                if depth == 0:
                    break
            elif depth == 1 and token == "case":
                # `if case` and `for case` within a case are no labels.
                before = file.code[:label.start()].rstrip()
                if re.search(r"(?:\b(?:if|guard|while|for)|,)$", before[-8:]):
                    continue
                labels.append(label_text(file.code, label.end()))
            elif depth == 1:
                has_default = True
        yield match.start(), subject, labels, has_default


def label_text(code, at):
    """The patterns of a case, up to its colon."""
    depth = 0
    for index in range(at, len(code)):
        character = code[index]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == ":" and depth == 0:
            return code[at:index].strip()
    return code[at:].strip()


def kind_switches(files):
    """Switches with a label `.candlestick`: (place, subject, whether it is exhaustive)."""
    found = []
    for file in files:
        if not file.is_swift or ".candlestick" not in file.code:
            continue
        for offset, subject, labels, has_default in switches(file):
            if any(re.search(r"\.candlestick\b", label) for label in labels):
                covers_rest = has_default or any(re.fullmatch(r"_|let\s+\w+|\(\s*_\s*(,\s*_\s*)*\)", l) for l in labels)
                found.append({"place": f"{file.path}:{file.line(offset)}", "module": file.module, "subject": subject,
                              "exhaustive": not covers_rest})
    return found


def state_changes(files, library):
    """Calls that change the state of the process: in library modules, and in others."""
    inside, outside = [], []
    for file in files:
        for match in STATE_CALL.finditer(file.code):
            if re.search(r"\b(?:func|struct)\s*$", file.code[:match.start()][-12:]):
                continue
            arguments = balanced(file.code, match.end() - 1)
            if match.group(2) in ("signal", "sigaction") and "," not in arguments:
                continue
            place = f"{file.path}:{file.line(match.start())}: {match.group(2)}"
            (inside if file.module in library else outside).append(place)
    return inside, outside


def dialect(root):
    """Sentences, sentences in dialect and their share in percent; or the reason why there is no figure."""
    for parent in (HOME.parent, root.parent):
        script = parent / "shared/guide/dialect.sh"
        if not script.is_file():
            continue
        run = subprocess.run(["bash", str(script), "-n", "0", str(root)], capture_output=True, text=True)
        match = re.search(r"^in all\s+(\d+)\s+(\d+)\s+([\d.]+) %", run.stdout, re.M)
        if run.returncode or not match:
            return {"skipped": f"{script} failed: {run.stderr.strip()[:200]}"}
        return {"sentences": int(match.group(1)), "dialect": int(match.group(2)), "percent": float(match.group(3))}
    return {"skipped": "there is no shared/guide/dialect.sh beside the checkout"}


# Report


def median(values):
    """The middle one of the values; the upper one of two."""
    return sorted(values)[len(values) // 2] if values else 0


def commit(root):
    run = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=7", "--exclude", "*"],
                         capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def figures(root):
    modules = package_targets(root)
    files = source_files(root, modules)
    graph = {name: target["dependencies"] for name, target in modules.items()}
    cycles = [members for members in components(graph) if len(members) > 1 or members[0] in graph[members[0]]]

    table = {}
    for name in modules:
        here = [file for file in files if file.module == name]
        table[name] = {
            "files": len(here), "lines": sum(file.lines for file in here),
            "swift_files": sum(file.is_swift for file in here),
            "swift_lines": sum(file.lines for file in here if file.is_swift),
            "median_lines": median([file.lines for file in here]), "max_lines": max((file.lines for file in here), default=0),
            "dependencies": graph[name],
        }
    swift = {name: row["swift_lines"] for name, row in table.items() if modules[name]["folder"] != "shaders"}
    largest = max(swift, key=swift.get)
    all_lines = sum(row["lines"] for row in table.values())

    edges, types, ambiguous = references(files, modules)
    lines = {file.path: file.lines for file in files}
    knots = sorted((members for members in components(edges) if len(members) > 1), key=lambda m: (-len(m), m))
    knot = knots[0] if knots else []
    of_module = {file.path: file.module for file in files}
    folder_of = {file.path: file.folder for file in files}
    by_folder = defaultdict(int)
    for path in knot:
        by_folder[f"{of_module[path]}/{folder_of[path]}"] += 1
    pairs = {}
    for name in modules:
        both, count = folder_pairs(edges, files, name)
        if count:
            pairs[name] = {"both_ways": len(both), "pairs": count, "names": [f"{a} ↔ {b}" for a, b in both]}

    tests = axis_tests(files)
    kinds = kind_switches(files)
    library = reachable(graph, library_targets(root))
    inside, outside = state_changes(files, library)
    return {
        "commit": commit(root),
        "modules": table,
        "module_cycles": cycles,
        "files": sum(row["files"] for row in table.values()),
        "lines": all_lines,
        "swift_files": sum(row["swift_files"] for name, row in table.items() if name in swift),
        "swift_lines": sum(swift.values()),
        "largest_module": {
            "name": largest, "files": table[largest]["files"], "lines": table[largest]["lines"],
            "percent_of_swift_lines": round(100 * swift[largest] / max(sum(swift.values()), 1), 1),
            "percent_of_lines": round(100 * table[largest]["lines"] / max(all_lines, 1), 1),
        },
        "references": {"types": types, "ambiguous_types": ambiguous, "pairs": sum(map(len, edges.values()))},
        "knot": {
            "files": len(knot), "lines": sum(lines[path] for path in knot),
            "folders": dict(sorted(by_folder.items(), key=lambda item: (-item[1], item[0]))), "members": knot,
        },
        "other_knots": [{"files": len(members), "lines": sum(lines[path] for path in members), "first": members[0]}
                        for members in knots[1:]],
        "folder_pairs": pairs,
        "axis_tests": {"count": len(tests), "files": len({test.split(":")[0] for test in tests}), "places": tests},
        "kind_switches": {"count": len(kinds), "exhaustive": sum(kind["exhaustive"] for kind in kinds), "places": kinds},
        "process_state": {"library": inside, "elsewhere": outside, "library_modules": sorted(library)},
        "dialect": dialect(root),
    }


def report(result, lists):
    """The figures as text."""
    print(f"commit              {result['commit'] or 'unknown'}")
    print(f"\n{'module':<22}{'files':>6}{'lines':>9}{'median':>8}{'max':>6}  depends on")
    for name, row in result["modules"].items():
        print(f"{name:<22}{row['files']:>6}{row['lines']:>9,}{row['median_lines']:>8}{row['max_lines']:>6}  "
              + (", ".join(row["dependencies"]) or "–"))
    print(f"{'all':<22}{result['files']:>6}{result['lines']:>9,}")
    cycles = result["module_cycles"]
    print(f"\nmodule cycles       {'; '.join(' ↔ '.join(cycle) for cycle in cycles) if cycles else 'none'}")
    largest = result["largest_module"]
    print(f"largest module      {largest['name']}: {largest['files']} files, {largest['lines']:,} lines; "
          f"{largest['percent_of_swift_lines']} % of the Swift lines in Sources, {largest['percent_of_lines']} % of all lines")
    counts = result["references"]
    print(f"references          {counts['pairs']:,} pairs of files by {counts['types']:,} types "
          f"({counts['ambiguous_types']} declared in several files and ignored)")
    knot = result["knot"]
    print(f"knot                {knot['files']} files, {knot['lines']:,} lines: "
          + ", ".join(f"{folder} {count}" for folder, count in knot["folders"].items()))
    if result["other_knots"]:
        print("other knots         " + ", ".join(f"{other['files']} files ({other['lines']:,} lines, {other['first']} …)"
                                              for other in result["other_knots"][:5]))
    print("folders both ways   " + ", ".join(f"{name} {pair['both_ways']} of {pair['pairs']}"
                                          for name, pair in result["folder_pairs"].items()))
    print(f"axis class tests    {result['axis_tests']['count']} in {result['axis_tests']['files']} files")
    kinds = result["kind_switches"]
    print(f"kind switches       {kinds['count']}, {kinds['exhaustive']} of them exhaustive")
    state = result["process_state"]
    print(f"process state       {len(state['library'])} calls in library modules, {len(state['elsewhere'])} elsewhere")
    for place in state["library"]:
        print(f"                    {place}")
    share = result["dialect"]
    if "skipped" in share:
        print(f"dialect             skipped: {share['skipped']}")
    else:
        print(f"dialect             {share['percent']} % ({share['dialect']:,} of {share['sentences']:,} sentences)")
    if not lists:
        return
    print("\nmembers of the knot\n  " + "\n  ".join(knot["members"]))
    for name, pair in result["folder_pairs"].items():
        if pair["names"]:
            print(f"\nfolders of {name} that refer to each other\n  " + "\n  ".join(pair["names"]))
    print("\ntests for an axis class\n  " + "\n  ".join(result["axis_tests"]["places"]))
    print("\nswitches over the series kind")
    for kind in kinds["places"]:
        print(f"  {kind['place']}: switch {kind['subject']}{'' if kind['exhaustive'] else ' (not exhaustive)'}")
    print("\nchanges of process state outside library modules\n  " + "\n  ".join(state["elsewhere"]))


def main():
    parser = argparse.ArgumentParser(description="Count the figures on structure in docs/architecture.md.")
    parser.add_argument("--root", type=Path, default=HOME, metavar="DIR", help="the checkout (default: this one)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--list", action="store_true", help="also print places, switches and members of the knot")
    options = parser.parse_args()
    root = options.root.resolve()
    if not root.is_dir():
        parser.error(f"{options.root}: no such folder")
    result = figures(root)
    if options.json:
        json.dump(result, sys.stdout, indent=2, ensure_ascii=False)
        print()
    else:
        report(result, options.list)


if __name__ == "__main__":
    main()
