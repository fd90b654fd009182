"""SIGTERM: stop accepting, finish what is accepted, exit 0."""
import concurrent.futures
import contextlib
import http.client
import os
import signal
import socket
import threading
import time

import options as name
import pytest
from charts import COLUMNS, PNG, large, slow, titled
from server import Server


def test_idle():
    with Server() as running:
        workers = running.children()
        began = time.monotonic()
        assert running.stop() == 0, running.output()
        assert time.monotonic() - began < 5
        assert workers and not any(os.path.exists(f"/proc/{pid}") for pid in workers)


def test_interrupt():
    with Server() as running:
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(10) == 0


def test_idle_connections_do_not_hold_it():
    with Server(name.DRAIN, 20) as running:
        with socket.create_connection(("127.0.0.1", running.port)) as idle:
            idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            idle.recv(1000)
            began = time.monotonic()
            assert running.stop() == 0
            assert time.monotonic() - began < 8


def test_a_request_in_work_is_answered():
    with Server(*name.NO_CACHE) as running, concurrent.futures.ThreadPoolExecutor(1) as pool:
        chart = large(9000, 7000)
        job = pool.submit(lambda: running.render(chart, timeout=60))
        time.sleep(0.3)
        assert running.stop(60) == 0
        answer = job.result()
        assert answer.status == 200, answer
        assert answer.body.startswith(PNG) and answer.body.rstrip(b"\0")[-8:-4] == b"IEND"


@pytest.mark.release
def test_the_drain_has_an_end():
    with Server(name.DRAIN, 1, name.JOB_TIMEOUT, 60, *name.NO_CACHE) as running, concurrent.futures.ThreadPoolExecutor(1) as pool:
        def ask():
            with contextlib.suppress(OSError, http.client.HTTPException):
                return running.render(slow(), timeout=30)
        job = pool.submit(ask)
        time.sleep(1)
        began = time.monotonic()
        running.stop(20)
        assert time.monotonic() - began < 5
        answer = job.result()
        assert answer is None or answer.status in (503, 504), answer
        assert not running.children()


def test_under_load():
    """Every request whose answer began is whole; then connections are refused."""
    with Server(name.DRAIN, 15, *name.NO_CACHE) as running:
        expected = {index: running.render(titled(index)).body for index in range(20)}
        stop = threading.Event()
        problems, served = [], [0]

        def client(seed):
            index = seed
            while not stop.is_set():
                index = (index + 7) % 20
                try:
                    answer = running.render(titled(index), timeout=20)
                except (ConnectionRefusedError, ConnectionResetError, http.client.RemoteDisconnected, BrokenPipeError):
                    if running.process.poll() is not None or stopping.is_set():
                        return
                    problems.append("refused before SIGTERM")
                    return
                except (OSError, http.client.HTTPException) as error:
                    problems.append(repr(error))
                    return
                if answer.status == 200 and answer.body == expected[index]:
                    served[0] += 1
                elif not (answer.status == 503 and stopping.is_set()):
                    problems.append(repr(answer))

        stopping = threading.Event()
        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        stopping.set()
        code = running.stop(20)
        stop.set()
        for thread in threads:
            thread.join(25)
        assert code == 0, running.output()[-2000:]
        assert not problems, problems[:5]
        assert served[0] > 20


def test_workers_do_not_outlive_a_killed_server():
    with Server() as running:
        workers = running.children()
        running.process.kill()
        running.process.wait()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and any(os.path.exists(f"/proc/{pid}") for pid in workers):
            time.sleep(0.05)
        assert not any(os.path.exists(f"/proc/{pid}") for pid in workers)


def test_systemd_is_notified(tmp_path):
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(10)
        with Server(environment={"NOTIFY_SOCKET": path}) as running:
            messages = manager.recv(4096)
            assert b"READY=1" in messages
            running.stop()
            deadline = time.monotonic() + 5
            while b"STOPPING=1" not in messages and time.monotonic() < deadline:
                messages += manager.recv(4096)
        assert b"STOPPING=1" in messages


@pytest.mark.release
def test_a_port_is_free_again_at_once():
    with Server() as first:
        assert first.render(COLUMNS).status == 200
        first.stop()
        with Server() as second:
            assert second.get("/healthz").status == 200
