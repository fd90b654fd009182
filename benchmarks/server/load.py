"""Load on the loopback interface, from wrk (as fast as the server answers) and h2load (at a fixed rate)."""

import contextlib
import dataclasses
import json
import pathlib
import subprocess
import time

HERE = pathlib.Path(__file__).parent
# Apart, so that no two requests of a run have the same number.
numbers = iter(range(0, 900_000_000, 5_000_000))


@dataclasses.dataclass
class Answers:
    """What wrk counted; times in milliseconds."""

    answers: int
    seconds: float
    bytes: int
    p50: float
    p99: float
    max: float
    # Of a status above 399.
    failures: int
    # Connections that could not be opened, read or written.
    unread: int
    timeouts: int
    statuses: dict

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds

    def require_success(self, name: str) -> "Answers":
        if self.failures or self.unread or self.timeouts or not self.answers:
            raise SystemExit(f"{name}: {self}")
        return self


def wrk(base: str, path: str, bodies: str, *, connections: int, seconds: float, delay: int = 0, count: bool = False, headers=(), timeout: float = 15) -> Answers:
    """POSTs the lines of a file in turn. Without a delay each connection sends its next request when it has read an answer."""
    command = [
        "wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{max(1, round(seconds))}s", "--timeout", f"{timeout:g}s",
        "--script", str(HERE / "wrk.lua"), base, "--", bodies, path, str(next(numbers)), str(delay), "yes" if count else "no", *headers,
    ]
    result = subprocess.run(command, capture_output=True, text=True)
    lines = result.stdout.strip().splitlines()
    if result.returncode or not lines or not lines[-1].startswith("{"):
        raise SystemExit(f"wrk failed: {result.stdout}{result.stderr}")
    return Answers(**json.loads(lines[-1]))


def paced(base: str, paths: list[str], body: str, *, rate: float, clients: int, seconds: float, folder: pathlib.Path) -> list[tuple[int, float]]:
    """POSTs one body to many paths at a fixed rate. For each answer: status, milliseconds.

    One h2load for each client, since all clients of one h2load send the same paths at the same time.
    """
    interval = clients / rate
    each = int(seconds / interval) + 2
    if each * clients > len(paths):
        raise SystemExit(f"{len(paths)} paths are too few for {seconds:g} s at {rate:.0f}/s")
    folder.mkdir(parents=True, exist_ok=True)
    logs = []
    with contextlib.ExitStack() as stack:
        processes = []
        for client in range(clients):
            uris, log = folder / f"uris-{client}", folder / f"log-{client}"
            uris.write_text("".join(f"{base}{path}\n" for path in paths[client * each : (client + 1) * each]))
            log.unlink(missing_ok=True)
            logs.append(log)
            processes.append(stack.enter_context(subprocess.Popen(
                ["h2load", "--h1", "--clients=1", "--threads=1", f"--rps={rate / clients:.6f}", f"--duration={max(1, round(seconds))}",
                 f"--input-file={uris}", f"--data={body}", "--header=Content-Type: application/json", f"--log-file={log}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)))
            time.sleep(interval / clients)
        for process in processes:
            if process.wait():
                raise SystemExit(f"h2load failed: {process.returncode}")
    answers = [line.split("\t") for log in logs for line in log.read_text().splitlines()]
    return [(int(status), int(microseconds) / 1e3) for _, status, microseconds in answers]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
