"""A `vitrail live` process, and a WebSocket client of its protocol (RFC 6455 by hand, so that it can also be rude)."""
import base64
import contextlib
import http.client
import json
import os
import pathlib
import select
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.parse
import zlib

from server import COMMAND, START_SECONDS, Answer, stop

HEADER = struct.Struct("<4sIIIII")
PNG, RGBA = 0, 1


def chart(samples=200, **more):
    """A description with two lines."""
    xs = list(range(samples))
    values = {"x": xs, "up": [x * 2 for x in xs], "down": [2 * samples - x for x in xs]}
    series = [{"type": "line", "data": "d", "x": "x", "y": name, "title": name} for name in ("up", "down")]
    return {"title": "Two lines", "data": {"d": {"values": values}}, "series": series, **more}


class Live:
    """`vitrail live` of a description or a file; use it as a context manager."""
    stdin = subprocess.DEVNULL

    def __init__(self, subject=None, *options):
        self.subject = chart() if subject is None else subject
        self.options = [str(option) for option in options]

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        path = self.subject
        if isinstance(self.subject, dict):
            path = pathlib.Path(self.folder.name, "chart.json")
            path.write_text(json.dumps(self.subject))
        environment = {key: value for key, value in os.environ.items() if not key.startswith("VITRAIL_")}
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.command(path), stdin=self.stdin, stdout=subprocess.PIPE, stderr=self.log, env=environment, cwd=self.cwd)
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        self.address = self.process.stdout.readline().decode().strip() if ready else ""
        if not self.address.startswith("http://"):
            self.process.kill()
            raise AssertionError(f"no address: {self.output()}")
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        return self

    # Folder of the process; `None`: that of the tests.
    cwd = None

    def command(self, path):
        return [COMMAND, "live", str(path), *self.options]

    def __exit__(self, *_):
        stop(self.process)
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def output(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def ask(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        try:
            connection.request(method, path, headers=headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def socket(self, query="", **headers):
        return Socket(self.host, self.port, f"{self.path}socket{query}", headers)


class Refused(Exception):
    def __init__(self, status, headers, body):
        super().__init__(f"{status} {body[:200]}")
        self.status, self.headers, self.body = status, headers, body


class Frame:
    def __init__(self, data):
        magic, self.index, self.width, self.height, self.format, self.moving = HEADER.unpack(data[:HEADER.size])
        assert magic == b"VLF1", magic
        self.picture = data[HEADER.size:]


class Socket:
    """A connection that sends masked frames; `messages` come in order."""

    def __init__(self, host, port, target, headers):
        self.connection = socket.create_connection((host, port), timeout=20)
        # An event must not wait until an acknowledgement has arrived.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {
            "Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13", **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        head = [f"GET {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        self.connection.sendall("\r\n".join(head).encode())
        self.file = self.connection.makefile("rb")
        status = int(self.file.readline().split()[1])
        fields = {}
        while (line := self.file.readline().strip()):
            name, _, value = line.decode().partition(":")
            fields[name.lower()] = value.strip()
        if status != 101:
            body = self.file.read(int(fields.get("content-length", 0)))
            self.connection.close()
            raise Refused(status, fields, body)
        self.lock = threading.Lock()

    def close(self):
        with contextlib.suppress(OSError):
            self.connection.close()
        self.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send_raw(self, opcode, data, fin=True):
        mask = os.urandom(4)
        length = len(data)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length) if length < 65536 else (
            b"\xff" + struct.pack(">Q", length))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        with self.lock:
            self.connection.sendall(bytes([(0x80 if fin else 0) | opcode]) + size + mask + masked)

    def send(self, event_type, **members):
        self.send_raw(1, json.dumps({"event_type": event_type, **members}).encode())

    def read(self):
        """The next message: a dictionary, a Frame, or None at the end. Pings are answered."""
        end = time.monotonic() + 15
        while True:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            opcode, length = head[0] & 15, head[1] & 127
            if length == 126:
                length = struct.unpack(">H", self.file.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.file.read(8))[0]
            data = self.file.read(length)
            if opcode == 1:
                return json.loads(data)
            if opcode == 2:
                return Frame(data)
            if opcode == 8:
                return None
            if opcode == 9:
                self.send_raw(10, data)
                # Each ping begins the connection's own limit anew.
                if time.monotonic() > end:
                    raise TimeoutError("only pings came")

    def frame(self):
        """The next frame, without an acknowledgement."""
        while isinstance(message := self.read(), dict):
            pass
        return message

    def until(self, kind):
        """The next message of this type; `frame` is acknowledged."""
        while (message := self.read()) is not None:
            if isinstance(message, Frame):
                self.send("frame_feedback", index=message.index)
                if kind == "frame":
                    return message
            elif message["type"] == kind:
                return message
        raise AssertionError(f"the connection ended before {kind}")

    def state(self):
        """The next state of a single chart."""
        (state,) = self.until("state")["state"]["charts"]
        return state

    def start(self, width=400, height=300, ratio=1):
        """Says the size, and answers hello and the first frame."""
        hello = self.until("hello")
        self.send("resize", width=width, height=height, pixel_ratio=ratio)
        return hello, self.until("frame")


def pixels(frame):
    """The RGBA bytes of a frame, decoded by hand from the PNG that vitrail writes."""
    if frame.format == RGBA:
        return frame.picture
    data, at, packed, channels = frame.picture, 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6), (depth, color)
            channels = 3 if color == 2 else 4
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    rows, stride = zlib.decompress(packed), width * channels
    before, result = bytearray(stride), bytearray()
    for y in range(height):
        kind, row = rows[y * (stride + 1)], bytearray(rows[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        unfilter(kind, row, before, channels)
        before = row
        for x in range(width):
            pixel = row[x * channels:(x + 1) * channels]
            result += pixel if channels == 4 else pixel + b"\xff"
    return bytes(result)


def unfilter(kind, row, up, step):
    if kind == 0:
        return
    for at in range(len(row)):
        a = row[at - step] if at >= step else 0
        b = up[at]
        c = up[at - step] if at >= step else 0
        if kind == 1:
            guess = a
        elif kind == 2:
            guess = b
        elif kind == 3:
            guess = (a + b) // 2
        else:
            pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            guess = a if pa <= pb and pa <= pc else b if pb <= pc else c
        row[at] = (row[at] + guess) & 255


def wait(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)
