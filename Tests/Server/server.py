"""A server process on a free port, and what tests ask it."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

COMMAND = os.environ.get("VITRAIL_COMMAND", str(pathlib.Path(__file__).parents[2] / ".build/release/vitrail"))
START_SECONDS = 20


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Answer:
    """A response with its whole body."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def kind(self):
        return (self.headers.get("Content-Type") or "").split(";")[0]

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        shown = self.body[:300] if "json" in self.kind or "text" in self.kind else f"{len(self.body)} bytes"
        return f"<{self.status} {self.kind} {shown}>"


def stop(process):
    """Ends a process with SIGTERM, or with SIGKILL after 15 seconds."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Server:
    """`vitrail serve` with these options; use it as a context manager."""

    def __init__(self, *options, environment=None, workers=2, prefix=(), ready=True):
        self.options = [str(option) for option in options]
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("VITRAIL_")}
        self.environment.update(environment or {})
        self.workers = workers
        self.prefix = list(prefix)
        self.waits = ready
        self.port = free_port()

    def __enter__(self):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*self.prefix, COMMAND, "serve", "--port", str(self.port), "--workers", str(self.workers), *self.options],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT, env=self.environment)
        if self.waits:
            self.wait_until_ready()
        return self

    def __exit__(self, *_):
        stop(self.process)
        self.log.close()

    def wait_until_ready(self, seconds=START_SECONDS):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.output()}")
            with contextlib.suppress(OSError):
                if self.get("/readyz", timeout=2).status == 200:
                    return
            time.sleep(0.03)
        raise AssertionError(f"not ready after {seconds} s:\n{self.output()}")

    def output(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def log_lines(self):
        return [json.loads(line) for line in self.output().splitlines() if line.startswith("{")]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    # Requests

    def connection(self, timeout=30):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, timeout=30):
        connection = self.connection(timeout)
        try:
            connection.request(method, path, body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, headers=None, timeout=30):
        return self.ask("GET", path, None, headers, timeout)

    def post(self, path, value, headers=None, timeout=30):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask("POST", path, body, {"Content-Type": "application/json", **(headers or {})}, timeout)

    def render(self, chart, query="", **rest):
        return self.post("/render" + query, chart, **rest)

    def metrics(self):
        """Values of all metrics, summed over labels."""
        totals = {}
        for line in self.get("/metrics").body.decode().splitlines():
            if line and not line.startswith("#"):
                name, value = line.split("{")[0].split(" ")[0], line.rsplit(" ", 1)[1]
                totals[name] = totals.get(name, 0) + float(value)
        return totals

    # Processes

    def children(self):
        """Process ids of the workers."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            with contextlib.suppress(OSError):
                fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()
                if int(fields[1]) == self.process.pid and fields[0] != "Z":
                    found.append(int(entry))
        return found

    def busiest(self, seconds=0.3):
        """The worker that used most processor time in this interval."""
        before = {pid: processor_time(pid) for pid in self.children()}
        time.sleep(seconds)
        return max(before, key=lambda pid: processor_time(pid) - before[pid])

    def stop(self, seconds=30):
        """Asks it to stop; answers the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)


def processor_time(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def raw(port, data, timeout=10, half_close=False):
    """Sends bytes, and answers all bytes until the server closes, and whether it closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        received = b""
        try:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            deadline = time.monotonic() + timeout
            while time.monotonic() < deadline:
                connection.settimeout(max(0.05, deadline - time.monotonic()))
                part = connection.recv(65536)
                if not part:
                    return received, True
                received += part
        except TimeoutError:
            return received, False
        except OSError:
            return received, True
        return received, False


def statuses(data):
    """Status codes of the responses in a stream whose bodies contain no status lines."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", data)]


def assert_problem(answer, status, path=None):
    """A problem as RFC 9457 and our keys say."""
    allowed = status if isinstance(status, tuple) else (status,)
    assert answer.status in allowed, answer
    assert answer.kind == "application/problem+json", answer
    problem = answer.json()
    for key in ("type", "title", "detail", "message"):
        assert isinstance(problem[key], str) and problem[key], (key, problem)
    assert problem["status"] == answer.status
    assert "code" in problem, problem
    if path is not None:
        assert problem.get("path") == path, problem
    return problem
