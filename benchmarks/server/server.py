"""`vitrail serve` as a process: start, memory of the front process and its workers, end."""

import http.client
import pathlib
import signal
import socket
import subprocess
import time


class Server:
    def __init__(self, command: str, options: list[str], log: pathlib.Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = log
        with open(log, "wb") as file:
            self.process = subprocess.Popen([command, "serve", "--host", "127.0.0.1", "--port", str(self.port), *options], stdout=file, stderr=file)

    def __enter__(self) -> "Server":
        limit = time.monotonic() + 30
        while time.monotonic() < limit and self.process.poll() is None:
            try:
                if self.request("GET", "/readyz")[0] == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.05)
        self.__exit__()
        raise SystemExit(f"the server is not ready: {self.log.read_text()[-2000:]}")

    def __exit__(self, *_) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def request(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None) -> tuple[int, dict, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def memory(self) -> tuple[int, dict[int, int]]:
        """Resident kB of the front process, and of each worker by process."""
        workers = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for worker in task.read_text().split():
                try:
                    workers[int(worker)] = resident(int(worker))
                except OSError:
                    pass
        return resident(self.process.pid), workers


def resident(process: int) -> int:
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise OSError(f"process {process} has ended")
