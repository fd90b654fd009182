"""Pairs of measurements -> Markdown."""
import os
import platform
import statistics
import subprocess
from importlib.metadata import PackageNotFoundError, version

from catalog import PEERS, TITLES


def surroundings(peers):
    """The machine and what is measured on it, as far as it matters."""
    def first(path, key):
        with open(path) as file:
            return next((line.split("=" if "=" in line else ":", 1)[1].strip(' \n"') for line in file if line.startswith(key)), "unknown")
    def said(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.strip()
        except OSError:
            return ""
    versions = {}
    for name in peers:
        for pin in PEERS[name].packages[:1]:
            try:
                versions[name] = version(pin.partition("==")[0])
            except PackageNotFoundError:
                pass
    if "gnuplot" in peers:
        versions["gnuplot"] = said("gnuplot", "--version").replace("gnuplot ", "")
    return {
        "processor": first("/proc/cpuinfo", "model name"), "cores": os.cpu_count(), "system": first("/etc/os-release", "PRETTY_NAME"),
        "kernel": platform.release(), "commit": said("git", "-C", os.path.dirname(__file__), "describe", "--always", "--dirty"),
        "load": os.getloadavg()[0], "python": platform.python_version(), "versions": versions}


def value(side, part):
    """The one figure of a measurement: the greater, the slower."""
    if part == "cold":
        return side["cold_s"]
    return 1 / side["per_s"] if part == "throughput" else statistics.median(side["times_s"])


def ratio(pair):
    return value(pair["theirs"], pair["part"]) / value(pair["ours"], pair["part"])


def brief(pair):
    ours, theirs = (value(pair[side], pair["part"]) for side in ("ours", "theirs"))
    return "vitrail %s ms, %s %s ms, %.2f ×" % (ms(ours), pair["peer"], ms(theirs), theirs / ours)


def ms(seconds):
    value = seconds * 1e3
    return "%.2f" % value if value < 10 else "%.1f" % value if value < 100 else "%.0f" % value


def size(n):
    power = len(str(n)) - 1
    return "10%s" % "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)] for d in str(power)) if n == 10 ** power and n > 10 else str(n)


def grouped(pairs, *keys):
    """Pairs by these keys, in the order in which they came."""
    groups = {}
    for pair in pairs:
        groups.setdefault(tuple(pair[key] for key in keys), []).append(pair)
    return groups


def spread(values):
    return "%.2f (%.2f–%.2f)" % (statistics.median(values), min(values), max(values))


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def ratios(pairs):
    """A row a workload, a column a peer."""
    peers = list(grouped(pairs, "peer"))
    lines = [row("workload", "Vitrail, ms", *(p for p, in peers)), "|---|" + "---:|" * (len(peers) + 1)]
    for (workload, n), group in grouped(pairs, "workload", "n").items():
        by_peer = grouped(group, "peer")
        ours = statistics.median(value(p["ours"], "warm") for p in group)
        cells = [spread([ratio(p) for p in by_peer[peer]]) if peer in by_peer else "–" for peer in peers]
        lines.append(row("%s %s, %s" % (workload, TITLES[workload], size(n)), ms(ours), *cells))
    return lines


def figures(pairs):
    """A row a workload and renderer, Vitrail first."""
    lines = [row("workload", "renderer", "ms (min–max)", "PNG, kB", "peak memory, MiB"), "|---|---|---:|---:|---:|"]
    for (workload, n), group in grouped(pairs, "workload", "n").items():
        sides = [("**Vitrail**", [p["ours"] for p in group])]
        sides += [(peer, [p["theirs"] for p in some]) for (peer,), some in grouped(group, "peer").items()]
        for name, answers in sides:
            times = [t for a in answers for t in a["times_s"]]
            lines.append(row(
                "%s %s" % (workload, size(n)), name, "%s (%s–%s)" % (ms(statistics.median(times)), ms(min(times)), ms(max(times))),
                "%.0f" % (answers[-1]["png_bytes"] / 1e3), "%.0f" % max(a["maxrss_mib"] for a in answers)))
    return lines


def stages(pairs):
    """Where Vitrail's time goes, medians of medians."""
    names = list(pairs[0]["ours"]["phases_s"])
    lines = [row("workload", *names, "vertices", "draws"), "|---|" + "---:|" * (len(names) + 2)]
    for (workload, n), group in grouped(pairs, "workload", "n").items():
        cells = [ms(statistics.median(p["ours"]["phases_s"][name] for p in group)) for name in names]
        last = group[-1]["ours"]
        lines.append(row("%s %s" % (workload, size(n)), *cells, last["vertices"], last["draws"]))
    return lines


def throughput(pairs):
    lines = [
        row("T1, two processes", "charts/s", "p50, ms", "p99, ms", "peer ÷ Vitrail, time of a chart"), "|---|---:|---:|---:|---:|"]
    sides = [("**Vitrail**", [p["ours"] for p in pairs], "")]
    for (peer,), some in grouped(pairs, "peer").items():
        sides.append((peer, [p["theirs"] for p in some], spread([ratio(p) for p in some])))
    for name, answers, ratios in sides:
        middle = {key: statistics.median(a[key] for a in answers) for key in ("per_s", "p50_s", "p99_s")}
        lines.append(row(name, "%.0f" % middle["per_s"], ms(middle["p50_s"]), ms(middle["p99_s"]), ratios))
    return lines


def cold(pairs):
    lines = [row("T1, a whole process to its file", "ms", "peer ÷ Vitrail"), "|---|---:|---:|"]
    lines.append(row("**Vitrail**", ms(statistics.median(p["ours"]["cold_s"] for p in pairs)), ""))
    for (peer,), some in grouped(pairs, "peer").items():
        lines.append(row(peer, ms(statistics.median(p["theirs"]["cold_s"] for p in some)), spread([ratio(p) for p in some])))
    return lines


def head(results):
    around = results["surroundings"]
    renderer = next((p["ours"]["renderer"] for p in results["pairs"] if "renderer" in p["ours"]), "unknown")
    notes = ["%s: %s" % (name, PEERS[name].note) for name in around["versions"] if PEERS[name].note]
    return [
        "- processor: %s, %d cores; system: %s" % (around["processor"], around["cores"], around["system"]),
        "- commit: %s; GL_RENDERER: %s" % (around["commit"], renderer),
        "- load of the machine at the start: %.1f; rounds: %d" % (around["load"], 1 + max((p["round"] for p in results["pairs"]), default=-1)),
        "- peers: %s" % ", ".join("%s %s" % item for item in around["versions"].items()),
        "- what their pictures lack: %s" % ("; ".join(notes) or "nothing"),
    ]


def text(results):
    parts = grouped(results["pairs"], "part")
    warm = parts.get(("warm",), [])
    blocks = [head(results)]
    if warm:
        blocks.append(["Peer ÷ Vitrail, median and range over the rounds of the ratio of two runs side by side; above 1, Vitrail is faster."])
        blocks += [ratios(warm), figures(warm), ["Vitrail's stages, ms."], stages(warm)]
    if ("throughput",) in parts:
        blocks.append(throughput(parts["throughput",]))
    if ("cold",) in parts:
        blocks.append(cold(parts["cold",]))
    if results["left_out"]:
        blocks.append(["Left out:", ""] + ["- " + why for why in results["left_out"]])
    return "\n\n".join("\n".join(block) for block in blocks)
