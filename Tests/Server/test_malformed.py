"""Malformed HTTP and random bodies: an error or the end of the connection, never a success, a crash or silence."""
import json
import os
import random

import pytest
from charts import COLUMNS
from server import raw, statuses

HOST = b"Host: x\r\n"
BODY = json.dumps(COLUMNS).encode()

#: Each must be refused with a status from 400, or the connection closed without one.
REFUSED = {
    "noise": bytes(random.Random(1).randbytes(300)),
    "a TLS hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "HTTP/0.9": b"GET /\r\n\r\n",
    "version 9": b"GET /healthz HTTP/9.9\r\n" + HOST + b"\r\n",
    "no version": b"GET /healthz HTTP/\r\n" + HOST + b"\r\n",
    "negative length": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    "length in words": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: ten\r\n\r\n",
    "length with a sign": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: +5\r\n\r\nhello",
    "length beyond 64 bits": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999999\r\n\r\n",
    "two lengths": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "length and chunks": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunked is not last": b"POST /render HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "chunk size in words": b"POST /render HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    "chunk size beyond 64 bits": b"POST /render HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    "negative chunk": b"POST /render HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
    "a NUL in a header": b"GET /healthz HTTP/1.1\r\n" + HOST + b"A: b\0c\r\n\r\n",
    "a blank before the colon": b"GET /healthz HTTP/1.1\r\n" + HOST + b"A : b\r\n\r\n",
    "a header without a name": b"GET /healthz HTTP/1.1\r\n" + HOST + b": b\r\n\r\n",
    "a header without a colon": b"GET /healthz HTTP/1.1\r\n" + HOST + b"nonsense\r\n\r\n",
    "a blank in the address": b"GET /health z HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long method": b"G" * 70_000 + b" / HTTP/1.1\r\n" + HOST + b"\r\n",
    "an unknown method": b"BREW /render HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "a method in small letters": b"get /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "TRACE": b"TRACE /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "CONNECT": b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
    "HTTP/2 without consent": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9),
    "an unknown expectation": b"POST /render HTTP/1.1\r\n" + HOST + b"Expect: coffee\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    "a path that leaves": b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "a coded path that leaves": b"GET /page/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "a broken escape": b"GET /chart/render/%zz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "bytes that are no UTF-8": b"GET /chart/render/\xff\xfe HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "a coded NUL": b"GET /chart/render/%00 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "a body that ends early": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Length: 9000\r\n\r\n" + BODY,
    "chunks that end early": b"POST /render HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nff\r\n{",
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_refused(server, data):
    received, closed = raw(server.port, data, timeout=8, half_close=True)
    found = statuses(received)
    assert closed, received[:300]
    assert all(status >= 400 for status in found), received[:300]
    assert all(status != 500 for status in found), received[:300]
    assert server.get("/healthz").status == 200


#: Unusual, but right.
ACCEPTED = {
    "an absolute address": b"GET http://x/healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "HTTP/1.0": b"GET /healthz HTTP/1.0\r\n\r\n",
    "chunks": b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
              + b"%x;a=b\r\n" % len(BODY) + BODY + b"\r\n0\r\nTrailer: x\r\n\r\n",
    "an upgrade that is ignored": b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: upgrade, close\r\nUpgrade: h2c\r\n\r\n",
}


@pytest.mark.parametrize("data", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepted(server, data):
    received, _ = raw(server.port, data, timeout=1.5)
    assert statuses(received)[:1] == [200], received[:300]


def test_a_websocket_is_answered(server):
    received, _ = raw(server.port, b"GET /render HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
                      b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", timeout=1.5)
    assert statuses(received) and statuses(received)[0] >= 400


def test_continue(server):
    import socket
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(b"POST /render HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nExpect: 100-continue\r\n"
                           b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(BODY))
        assert connection.recv(100).startswith(b"HTTP/1.1 100")
        connection.sendall(BODY)
        assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_pipelining(server):
    one = b"GET /version HTTP/1.1\r\n" + HOST
    received, _ = raw(server.port, (one + b"\r\n") * 20 + one + b"Connection: close\r\n\r\n", timeout=8)
    assert statuses(received) == [200] * 21


def test_a_refused_body_is_not_read_as_a_request(server):
    """A request behind a body that is refused must not be answered as one of its own."""
    hidden = b"GET /version HTTP/1.1\r\n" + HOST + b"\r\n"
    received, _ = raw(server.port, b"POST /nothing HTTP/1.1\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % len(hidden) + hidden, timeout=1.5)
    assert len(statuses(received)) == 1, received[:500]


# Random bodies

def random_body(random):
    kind = random.randrange(4)
    if kind == 0:
        return random.randbytes(random.randrange(400))
    if kind == 1:
        data = bytearray(BODY)
        for _ in range(random.randrange(1, 6)):
            data[random.randrange(len(data))] = random.randrange(256)
        return bytes(data)
    if kind == 2:
        return BODY[:random.randrange(len(BODY))]
    return json.dumps(mutated(COLUMNS, random)).encode()


VALUES = [None, True, -1, 0, 1e308, -1e308, 1e-320, 2**63, "", "x", "\0", "😀" * 50, [], {}, [[]], "2020-01-01", "auto", 0.1]


def mutated(value, random):
    if random.random() < 0.08:
        return random.choice(VALUES)
    if isinstance(value, dict):
        return {key if random.random() > 0.03 else key + "s": mutated(item, random) for key, item in value.items()}
    if isinstance(value, list):
        return [mutated(item, random) for item in value] * (1 if random.random() > 0.02 else 50)
    return value


def ask_random_bodies(server, count, seed):
    generator = random.Random(seed)
    connection = server.connection(timeout=20)
    for index in range(count):
        body = random_body(generator)
        connection.request("POST", "/render", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        where = f"seed {seed}, body {index}: {body[:600]!r} → {response.status} {answer[:300]!r}"
        assert response.status in (200, 400, 413, 422, 429, 503, 504), where
        assert (response.status == 200) == (response.headers["Content-Type"] == "image/png"), where


def test_random_bodies(server):
    workers = set(server.children())
    ask_random_bodies(server, 600, seed=55)
    assert set(server.children()) == workers, "a worker ended"


@pytest.mark.release
def test_many_random_bodies(server):
    seed = int.from_bytes(os.urandom(4), "little")
    ask_random_bodies(server, 100_000, seed)
    assert server.render(COLUMNS).status == 200
