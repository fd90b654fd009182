"""Routes and what they answer."""
import base64
import json
import re
import zlib

import pytest
from charts import COLUMNS, LINE, PNG, large, titled
from server import assert_problem


@pytest.mark.parametrize("path, kind", [
    ("/healthz", None), ("/readyz", None), ("/metrics", "text/plain"), ("/version", "application/json"),
    ("/openapi.json", "application/json"), ("/schema.json", None), ("/", "text/html"),
])
def test_operations(server, path, kind):
    answer = server.get(path)
    assert answer.status == 200, answer
    assert kind is None or answer.kind == kind
    assert answer.body
    head = server.ask("HEAD", path)
    assert (head.status, head.body) == (200, b"")


def test_a_picture(server):
    # One that no other test draws, or a cache would answer.
    answer = server.render({**COLUMNS, "title": "A picture"})
    assert answer.status == 200, answer
    assert answer.kind == "image/png"
    assert answer.body.startswith(PNG)
    assert re.fullmatch(r'(W/)?"[^"]+"', answer.headers["ETag"])
    assert answer.headers["Cache-Control"]
    assert re.search(r"dur=[\d.]+", answer.headers["Server-Timing"])
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("query, kind, start", [
    ("?format=png", "image/png", PNG), ("?format=svg", "image/svg+xml", b"<"), ("?format=webp", "image/webp", b"RIFF"),
    ("?format=jpeg", "image/jpeg", b"\xff\xd8"),
])
def test_formats(server, query, kind, start):
    answer = server.render(COLUMNS, query)
    assert (answer.status, answer.kind) == (200, kind), answer
    assert answer.body.startswith(start)


def size(png):
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_size_and_scale(server):
    assert size(server.render(COLUMNS).body) == (400, 240)
    assert size(server.render(COLUMNS, "?scale=2").body) == (800, 480)
    assert size(server.render(COLUMNS, "?width=300&height=200").body) == (300, 200)
    assert server.render(COLUMNS, "?theme=dark").body != server.render(COLUMNS).body


@pytest.mark.parametrize("query", [
    "?format=gif", "?scale=0", "?scale=nan", "?scale=1e9", "?width=-1", "?width=x", "?theme=none", "?widht=300",
])
def test_wrong_parameters(server, query):
    assert_problem(server.render(COLUMNS, query), (400, 422))


@pytest.mark.parametrize("change, path, suggestion", [
    ({"legnd": {}}, "legnd", "legend"),
    ({"series": [{"type": "lin", "data": "d"}]}, "series[0].type", "line"),
    ({"series": [{"type": "line", "data": "d", "y": "slaes"}]}, "series[0].y", None),
    ({"theme": 7}, "theme", None),
])
def test_errors_name_their_path(server, change, path, suggestion):
    problem = assert_problem(server.render({**COLUMNS, **change}), (400, 422), path)
    if suggestion:
        assert suggestion in problem["suggestion"]


@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b"[]", b"7", b'"text"', b"\xff\xfe", b'{"a":1} x', b"\0" * 100],
                         ids=["empty", "brace", "word", "list", "number", "text", "no UTF-8", "two values", "NULs"])
def test_bodies_that_are_no_description(server, body):
    assert_problem(server.post("/render", body), (400, 422))


def test_deep_nesting(server):
    assert_problem(server.post("/render", b"[" * 100_000), (400, 422))
    assert_problem(server.post("/render", b'{"a":' * 100_000), (400, 422))


def test_unknown_paths_and_methods(server):
    assert_problem(server.get("/nothing"), 404)
    assert_problem(server.get("/render/more"), 404)
    answer = server.ask("DELETE", "/render")
    assert_problem(answer, 405)
    assert "POST" in answer.headers["Allow"]
    assert_problem(server.ask("POST", "/render", b"<x/>", {"Content-Type": "text/xml"}), 415)


# Caching

@pytest.mark.parametrize("method", ["POST", "GET"])
def test_not_modified(server, method):
    def ask(**headers):
        if method == "POST":
            return server.render(COLUMNS, headers=headers)
        return server.get("/render?spec=" + plain(COLUMNS), headers)

    first = ask()
    tag = first.headers["ETag"]
    for given in (tag, f'"other", {tag}', "W/" + tag):
        again = ask(**{"If-None-Match": given})
        assert (again.status, again.body) == (304, b""), (given, again)
        assert again.headers["ETag"] == tag
    assert ask(**{"If-None-Match": '"other"'}).body == first.body


def test_the_tag_follows_the_picture(server):
    tags = [
        server.render(COLUMNS).headers["ETag"], server.render(titled("else")).headers["ETag"],
        server.render(COLUMNS, "?format=webp").headers["ETag"], server.render(COLUMNS, "?scale=2").headers["ETag"],
    ]
    assert len(set(tags)) == len(tags)
    other_blanks = json.dumps(COLUMNS, indent=3).encode()
    assert server.post("/render", other_blanks).headers["ETag"] == tags[0]


def test_a_cached_picture_is_the_same(server):
    chart = titled("cached")
    assert server.render(chart).body == server.render(chart).body


# Descriptions in addresses

def plain(chart):
    return base64.urlsafe_b64encode(json.dumps(chart).encode()).decode().rstrip("=")


def deflated(chart, bits):
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    return base64.urlsafe_b64encode(packer.compress(json.dumps(chart).encode()) + packer.flush()).decode().rstrip("=")


@pytest.mark.parametrize("spec", [
    plain(COLUMNS), plain(COLUMNS) + "=" * (-len(plain(COLUMNS)) % 4), deflated(COLUMNS, 15), deflated(COLUMNS, -15),
], ids=["plain", "padded", "zlib", "raw"])
def test_spec(server, spec):
    answer = server.get("/render?spec=" + spec.replace("=", "%3D"))
    assert answer.status == 200, answer
    assert answer.body == server.render(COLUMNS).body


@pytest.mark.parametrize("spec", ["", "!", "aGVsbG8", "eJw", deflated(COLUMNS, 15)[:-20], plain(COLUMNS)[:-9]])
def test_broken_specs(server, spec):
    assert_problem(server.get("/render?spec=" + spec), (400, 422))


def test_no_spec(server):
    assert_problem(server.get("/render"), 400)


def test_a_bomb_in_an_address(server):
    bomb = zlib.compress(b" " * 5_000_000, 9)
    spec = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert_problem(server.get("/render?spec=" + spec), (400, 413, 414, 422))


# Uploads

def multipart(parts, boundary="boundary7"):
    body = b""
    for name, file_name, kind, data in parts:
        extra = f'; filename="{file_name}"' if file_name else ""
        body += (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{extra}\r\nContent-Type: {kind}\r\n\r\n').encode()
        body += data + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def upload(server, *parts):
    body, headers = multipart(parts)
    return server.ask("POST", "/render?data", body, headers)


WITH_FILE = {"data": {"d": {"csv": "sales.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}


def test_upload_csv(server):
    part = ("chart", None, "application/json", json.dumps(WITH_FILE).encode())
    answer = upload(server, part, ("sales.csv", "sales.csv", "text/csv", b"y\n3\n1\n2\n"))
    assert answer.status == 200, answer
    other = upload(server, part, ("sales.csv", "sales.csv", "text/csv", b"y\n1\n2\n3\n"))
    assert other.body != answer.body
    assert other.headers["ETag"] != answer.headers["ETag"]


def test_upload_npy(server):
    numpy = pytest.importorskip("numpy")
    import io
    file = io.BytesIO()
    numpy.save(file, numpy.array([(3.0,), (1.0,), (2.0,)], dtype=[("y", "f8")]))
    chart = {"data": {"d": {"npy": "a.npy"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
    answer = upload(server, ("chart", None, "application/json", json.dumps(chart).encode()),
                    ("a.npy", "a.npy", "application/octet-stream", file.getvalue()))
    assert answer.status == 200, answer


def test_broken_uploads(server):
    part = ("chart", None, "application/json", json.dumps(WITH_FILE).encode())
    assert_problem(upload(server, part), (400, 422))
    assert_problem(upload(server, ("sales.csv", "sales.csv", "text/csv", b"y\n1\n")), (400, 422))
    assert_problem(upload(server, part, ("../sales.csv", "../sales.csv", "text/csv", b"y\n1\n")), (400, 422))
    body, headers = multipart([part])
    assert_problem(server.ask("POST", "/render?data", body[:-30], headers), (400, 422))
    assert_problem(server.ask("POST", "/render?data", body, {"Content-Type": "multipart/form-data"}), (400, 415, 422))


# Headers of operations

def test_request_ids_are_taken_over(server):
    answer = server.render(LINE, headers={"X-Request-ID": "test-1234"})
    assert answer.headers["X-Request-ID"] == "test-1234"
    strange = server.render(LINE, headers={"X-Request-ID": "x" * 5000})
    assert strange.status in (200, 400, 431)
    assert len(strange.headers.get("X-Request-ID") or "") < 1000


def test_warnings_are_in_a_header(server):
    chart = {"data": {"d": {"values": {"x": [3, 1, 2], "y": [1, 2, 3]}}}, "xAxis": {"type": "dateTime"},
             "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]}
    answer = server.render(chart)
    assert answer.status == 200, answer
    text = answer.headers["X-Vitrail-Warnings"]
    assert text and text.isascii()


def test_metrics_count_requests(server):
    server.render(COLUMNS)
    text = server.get("/metrics").body.decode()
    assert re.search(r"^# TYPE \w+ (counter|histogram|gauge)$", text, re.M)
    assert all(re.fullmatch(r'#.*|[A-Za-z_:][\w:]*(\{.*\})? [-+0-9.eE]+(Inf|NaN)?|\S+ NaN', line)
               for line in text.splitlines() if line), text


def test_openapi_and_schema_are_documents(server):
    assert server.get("/openapi.json").json()["openapi"].startswith("3.1")
    assert server.get("/schema.json").json()["title"] == "Chart"
    assert server.get("/version").json()["version"]


def test_a_large_picture_arrives_whole(server):
    answer = server.render(large(), "?format=rgba")
    assert answer.status == 200, answer
    assert len(answer.body) >= 4000 * 3000 * 4
