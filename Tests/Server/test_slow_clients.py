"""Clients that send or read slowly, or not at all."""
import contextlib
import json
import socket
import time

import options as name
import pytest
from charts import COLUMNS, large
from server import Server, statuses


@pytest.fixture(scope="module")
def strict():
    """A server with little patience."""
    with Server(name.HEADER_TIMEOUT, 1, name.BODY_TIMEOUT, 2, name.IDLE_TIMEOUT, 2, name.WRITE_TIMEOUT, 2, *name.NO_CACHE) as running:
        yield running


@contextlib.contextmanager
def opened(port, count=1):
    connections = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(count)]
    try:
        yield connections
    finally:
        for connection in connections:
            connection.close()


def seconds_until_closed(connection, drip=None, every=0.2, limit=8):
    """How long the server keeps the connection while `drip` is sent again and again, and what it sent."""
    began = time.monotonic()
    received = b""
    connection.settimeout(every)
    while time.monotonic() - began < limit:
        try:
            if drip:
                connection.sendall(drip)
            part = connection.recv(65536)
            if not part:
                break
            received += part
        except TimeoutError:
            continue
        except OSError:
            break
    else:
        raise AssertionError(f"open after {limit} s")
    return time.monotonic() - began, received


def test_nothing_is_sent(strict):
    with opened(strict.port) as [connection]:
        seconds, _ = seconds_until_closed(connection)
        assert seconds < 4


@pytest.mark.parametrize("start, drip", [
    (b"GET /healthz HTTP/1.1\r\nHost: x\r\n", None), (b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: ", b"a"),
    (b"GET /healthz HTTP/1.1\r\n", b"A: b\r\n"), (b"G", None), (b"GET /", b"a"), (b"\r\n", b"\r\n"),
], ids=["half a head", "a slow header", "slow headers", "one letter", "a slow address", "empty lines"])
def test_slow_head(strict, start, drip):
    with opened(strict.port) as [connection]:
        connection.sendall(start)
        seconds, received = seconds_until_closed(connection, drip)
        assert seconds < 4
        assert statuses(received) in ([], [408], [400])


@pytest.mark.parametrize("drip", [None, b" "], ids=["no body", "a slow body"])
def test_slow_body(strict, drip):
    with opened(strict.port) as [connection]:
        connection.sendall(b"POST /render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{")
        seconds, received = seconds_until_closed(connection, drip)
        assert seconds < 5
        assert statuses(received) in ([], [408])


def test_slow_chunks(strict):
    with opened(strict.port) as [connection]:
        connection.sendall(b"POST /render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        seconds, _ = seconds_until_closed(connection, b"1\r\n \r\n")
        assert seconds < 5


def request(chart, query=""):
    body = json.dumps(chart).encode()
    head = f"POST /render{query} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def is_open(server_port, connection):
    """Whether the server's end of the connection is open; the client's end does not learn of the end before it reads."""
    client_port = connection.getsockname()[1]
    with open("/proc/net/tcp") as table:
        for line in list(table)[1:]:
            local, remote, state = line.split()[1:4]
            if (int(local.split(":")[1], 16), int(remote.split(":")[1], 16)) == (server_port, client_port):
                return state == "01"
    return False


def test_slow_reader(strict):
    """The picture of 48 MB is not read: the connection is given up, and others are served meanwhile."""
    with opened(strict.port, 2) as connections:
        for connection in connections:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(request(large(4000, 3000), "?format=rgba"))
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and any(is_open(strict.port, connection) for connection in connections):
            assert strict.render(COLUMNS, timeout=3).status == 200
            time.sleep(0.2)
        assert strict.render(COLUMNS).status == 200
        assert not any(is_open(strict.port, connection) for connection in connections)


def test_a_client_that_leaves(strict):
    for _ in range(20):
        with opened(strict.port) as [connection]:
            connection.sendall(request(large(2000, 1500)))
    assert strict.render(COLUMNS, timeout=10).status == 200


def test_many_half_heads(strict):
    """300 connections with half a head do not keep others out."""
    with opened(strict.port, 300) as connections:
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nA: ")
        began = time.monotonic()
        assert strict.render(COLUMNS, timeout=10).status == 200
        assert time.monotonic() - began < 3


def test_announced_bodies_that_do_not_come(server):
    """100 requests that announce large bodies and send nothing take no memory from others."""
    head = b"POST /render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for announced in (b"Content-Length: 9000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"):
        with opened(server.port, 100) as connections:
            for connection in connections:
                connection.sendall(head + announced)
            time.sleep(0.3)
            assert server.render(COLUMNS, timeout=5).status == 200, announced


def test_kept_connections_end_idle(strict):
    connection = strict.connection()
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    seconds, _ = seconds_until_closed(connection.sock)
    assert seconds < 5
