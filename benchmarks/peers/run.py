#!/usr/bin/env python3
"""Times Vitrail and its peers over the same workloads, in turns, and prints a table of ratios.

  run.py --ours PATH-OF-vitrail-peer [--peers "xy matplotlib:decim"] [--workloads "L1 T1 S1:1e6"] [--rounds 3]
         [--seconds 1] [--parts "warm throughput cold"] [--out FOLDER]

In each round each peer is run right before or right after Vitrail, the other way round in the next round: both see
the same noise, and a ratio is taken from such a pair. Pictures of the last round, results.json and table.md are left
in FOLDER.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import table
from catalog import PEERS, chosen_peers, chosen_workloads

HERE = os.path.dirname(os.path.abspath(__file__))
# One process of one peer; longer ones are given up.
LONGEST = 120
PARTS = ["warm", "throughput", "cold"]
SURROUNDINGS = {
    "PEERS_DATA": os.path.join(HERE, "data"), "XDG_RUNTIME_DIR": tempfile.gettempdir(), "EGL_PLATFORM": "surfaceless",
    "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1",
}


class Failed(Exception):
    """A renderer has no figure here, and why."""


class Skipped(Failed):
    """It does not have the workload, which is no failure."""


class Runner:
    """Starts Vitrail and peers on the command line that all of them speak."""

    def __init__(self, ours, seconds, pictures):
        self.ours, self.seconds, self.pictures = shlex.split(ours), seconds, pictures

    def command(self, peer, variant, workload, n, mode, **options):
        program = self.ours if peer == "vitrail" else [sys.executable, os.path.join(HERE, PEERS[peer].script)]
        words = ["--workload", workload, "--n", str(n), "--variant", variant, "--mode", mode]
        for name, value in options.items():
            words += ["--" + name.replace("_", "-"), str(value)]
        return program + words

    def warm(self, peer, variant, workload, n):
        """The answer of one process that draws for a while."""
        picture = os.path.join(self.pictures, "%s-%g-%s.png" % (workload, n, label(peer, variant).replace(" ", "-")))
        return parsed(*finished(self.command(
            peer, variant, workload, n, "warm", budget=self.seconds, min_reps=1, max_reps=1000, out=picture)))

    def cold(self, peer, variant, workload, n):
        """Seconds from start to end of a process that writes one picture."""
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "picture.png")
            command = self.command(peer, variant, workload, n, "once", out=picture)
            if peer == "gnuplot":
                script = os.path.join(folder, "script")
                finished([sys.executable, os.path.join(HERE, PEERS[peer].script), "--script", script, workload, str(n)])
                command, picture = ["gnuplot", script], script + ".png"
            start = time.perf_counter()
            out, error, code = finished(command)
            took = time.perf_counter() - start
            if code or not os.path.exists(picture):
                parsed(out, error, code)
                raise Failed("no picture")
        return took

    def throughput(self, peer, variant, processes=2):
        """Charts a second of several processes at once, and the slower one's quantiles of the time of a chart."""
        command = self.command(peer, variant, "T1", 1000, "throughput", seconds=max(self.seconds, 2))
        running = [subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
            for _ in range(processes)]
        late = threading.Timer(LONGEST, lambda: [end(process) for process in running])
        late.start()
        try:
            for process in running:
                until_ready(process)
            for process in running:
                process.stdin.write("go\n")
                process.stdin.flush()
            answers = [parsed(process.stdout.read(), "", "of a stop") for process in running]
        except OSError as error:
            raise Failed(str(error)) from error
        finally:
            late.cancel()
            for process in running:
                end(process)
        return {
            "per_s": sum(a["per_s"] for a in answers), "p50_s": max(a["p50_s"] for a in answers),
            "p99_s": max(a["p99_s"] for a in answers), "maxrss_mib": max(a["maxrss_mib"] for a in answers)}


def median(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def label(peer, variant):
    return peer if variant == "default" else "%s %s" % (peer, variant)


def end(process):
    """Ends a process and whatever it started, a browser perhaps."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def until_ready(process):
    for line in iter(process.stdout.readline, ""):
        if line.strip() == "READY":
            return
        if line.startswith("RESULT "):
            parsed(line, "", 0)
    raise Failed("was never ready")


def finished(command):
    """Output, errors and exit code."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        out, error = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired as late:
        raise Failed("not finished after %d s" % LONGEST) from late
    finally:
        end(process)
    return out, error, process.returncode


def parsed(out, error, code):
    """The object after the last `RESULT `."""
    for line in reversed(out.splitlines()):
        if line.startswith("RESULT "):
            answer = json.loads(line[len("RESULT "):])
            if answer.get("skip"):
                raise Skipped(answer["skip"])
            return answer
    # What went wrong, without this machine's folders.
    last = re.sub(r"/[^\s'\"]*/", "", (error.strip().splitlines() or [""])[-1])[:120]
    raise Failed("exit code %s: %s" % (code, last))


def usable(chosen):
    """Those that are installed; the others are told."""
    result = {}
    for name, variants in chosen.items():
        peer = PEERS[name]
        if peer.program and not shutil.which(peer.program):
            why = "no %s here" % peer.program
        elif peer.module and subprocess.run([sys.executable, "-c", "import " + peer.module], capture_output=True).returncode:
            why = "Python module %s does not load" % peer.module
        else:
            result[name] = variants
            continue
        print("bench-peers: %s is left out: %s" % (name, why), file=sys.stderr)
    return result


def chosen_parts(names):
    for name in names:
        if name not in PARTS:
            raise SystemExit("there is no part %s; there are: %s" % (name, " ".join(PARTS)))
    return names or PARTS


def jobs(peers, workloads, parts):
    """(part, workload, n, peer, variant), all peers of a workload together."""
    for part in parts:
        for workload, n in workloads if part == "warm" else [w for w in workloads if w[0] == "T1"]:
            for name, variants in peers.items():
                for variant in variants or PEERS[name].variants_of(workload):
                    if PEERS[name].takes(workload, n):
                        yield part, workload, n, name, variant


def measure(runner, part, workload, n, peer, variant):
    if part == "warm":
        return runner.warm(peer, variant, workload, n)
    if part == "cold":
        return {"cold_s": median([runner.cold(peer, variant, workload, n) for _ in range(3)])}
    return runner.throughput(peer, variant)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--peers", default="")
    parser.add_argument("--workloads", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--parts", default="")
    parser.add_argument("--out", default="out/peers")
    options = parser.parse_args()
    for name, value in SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    os.makedirs(options.out, exist_ok=True)
    workloads = chosen_workloads(options.workloads.split())
    parts = chosen_parts(options.parts.replace(",", " ").split())
    peers = usable(chosen_peers(options.peers.split()))
    runner = Runner(options.ours, options.seconds, options.out)
    results = {"surroundings": table.surroundings(peers), "pairs": [], "left_out": []}
    lacking = set()
    for index in range(options.rounds):
        for job in jobs(peers, workloads, parts):
            part, workload, n, peer, variant = job
            if not lacking.isdisjoint({(part, workload, n, "vitrail", "default"), job}):
                continue
            pair = {"part": part, "workload": workload, "n": n, "peer": label(peer, variant), "round": index}
            sides = [("ours", "vitrail", "default"), ("theirs", peer, variant)]
            # The peer first: what it does not have is known before Vitrail draws it.
            for side, name, kind in sides if index % 2 else sides[::-1]:
                try:
                    pair[side] = measure(runner, part, workload, n, name, kind)
                except Failed as why:
                    lacking.add((part, workload, n, name, kind))
                    if not isinstance(why, Skipped):
                        results["left_out"].append("%s %s %g, %s: %s" % (part, workload, n, label(name, kind), why))
                    break
            else:
                results["pairs"].append(pair)
                print("round %d  %-10s %s %g  %s" % (index + 1, part, workload, n, table.brief(pair)), file=sys.stderr, flush=True)
        with open(os.path.join(options.out, "results.json"), "w") as file:
            json.dump(results, file, indent=1)
    text = table.text(results)
    print(text)
    with open(os.path.join(options.out, "table.md"), "w") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    main()
