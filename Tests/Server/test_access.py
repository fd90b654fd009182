"""Tokens, CORS, the root path, and where the server listens."""
import json
import socket
import urllib.parse

import options as name
import pytest
from charts import COLUMNS
from server import Server, assert_problem

TOKEN = "correct-horse-battery"


@pytest.fixture(scope="module")
def guarded():
    with Server(name.TOKEN, TOKEN) as running:
        yield running


@pytest.mark.parametrize("value", [
    None, "", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN.upper()}",
])
def test_without_the_token(guarded, value):
    headers = {} if value is None else {"Authorization": value}
    for answer in (guarded.render(COLUMNS, headers=headers), guarded.get("/chart?c=%7B%7D", headers), guarded.post("/chart/create", {}, headers)):
        assert_problem(answer, 401)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_with_the_token(guarded):
    assert guarded.render(COLUMNS, headers={"Authorization": f"Bearer {TOKEN}"}).status == 200
    assert guarded.render(COLUMNS, headers={"Authorization": f"bearer {TOKEN}"}).status == 200


def test_probes_need_no_token(guarded):
    assert guarded.get("/healthz").status == 200
    assert guarded.get("/readyz").status == 200


def test_the_token_is_in_no_log(guarded):
    guarded.render(COLUMNS, headers={"Authorization": f"Bearer {TOKEN}"})
    assert TOKEN not in guarded.output()


def test_tokens_from_the_environment():
    with Server(environment={"VITRAIL_TOKEN": TOKEN}) as running:
        assert running.render(COLUMNS).status == 401
        assert running.render(COLUMNS, headers={"Authorization": f"Bearer {TOKEN}"}).status == 200


def test_cors():
    with Server(name.CORS, "https://a.example") as running:
        allowed = running.render(COLUMNS, headers={"Origin": "https://a.example"})
        assert allowed.headers["Access-Control-Allow-Origin"] == "https://a.example"
        assert "Origin" in allowed.headers["Vary"]
        exposed = allowed.headers["Access-Control-Expose-Headers"].lower()
        assert "x-vitrail-warnings" in exposed and "x-quickchart-error" in exposed
        other = running.render(COLUMNS, headers={"Origin": "https://b.example"})
        assert other.headers["Access-Control-Allow-Origin"] is None
        wrong = running.render({}, headers={"Origin": "https://a.example"})
        assert wrong.headers["Access-Control-Allow-Origin"] == "https://a.example"
        preflight = running.ask("OPTIONS", "/render", None, {
            "Origin": "https://a.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"})
        assert preflight.status in (200, 204), preflight
        assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
        assert "content-type" in preflight.headers["Access-Control-Allow-Headers"].lower()


def test_no_cors_without_the_option(server):
    assert server.render(COLUMNS, headers={"Origin": "https://a.example"}).headers["Access-Control-Allow-Origin"] is None


def test_root_path():
    with Server(name.ROOT_PATH, "/charts", ready=False) as running:
        import time
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                if running.get("/charts/readyz").status == 200:
                    break
            except OSError:
                time.sleep(0.05)
        assert running.render(COLUMNS).status == 404
        assert running.post("/charts/render", COLUMNS).status == 200
        page = running.get("/charts/")
        assert page.status == 200 and b"page/app.js" in page.body
        assert running.get("/charts/page/app.js").status == 200
        bare = running.get("/charts")
        assert bare.status in (301, 302, 307, 308), bare
        assert bare.headers["Location"].endswith("/charts/")
        made = running.post("/charts/chart/create", {"chart": "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]}}"})
        assert "/charts/chart/render/" in made.json()["url"]
        servers = running.get("/charts/openapi.json").json()["servers"]
        assert urllib.parse.urljoin(running.address + "/charts/openapi.json", servers[0]["url"]) == running.address + "/charts/"


def test_listens_on_loopback_only(server):
    addresses = {entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    others = [address for address in addresses if not address.startswith("127.")] or ["127.0.0.2"]
    for address in others:
        with pytest.raises(OSError):
            socket.create_connection((address, server.port), timeout=2)


def test_logs_are_one_line_a_request_without_data():
    with Server() as running:
        chart = json.loads(json.dumps(COLUMNS).replace("Sales", "Unmistakable").replace('"Jan"', '"Distinct"'))
        assert running.render(chart, headers={"X-Request-ID": "known-id"}).status == 200
        assert running.render({**chart, "sries": "Peculiar"}).status in (400, 422)
        running.stop()
        text = running.output()
        assert sum("known-id" in line for line in text.splitlines()) == 1, text
        for word in ("Unmistakable", "Distinct", "Peculiar"):
            assert word not in text, text


def test_security_headers_of_the_page(server):
    headers = server.get("/").headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_svg_runs_no_script(server):
    """A picture that is opened by itself must not run what a stranger wrote into it."""
    chart = {**COLUMNS, "title": "</title><script>alert(1)</script>"}
    answer = server.render(chart, "?format=svg")
    assert b"<script>" not in answer.body
    assert "script-src 'none'" in (answer.headers["Content-Security-Policy"] or "") or "sandbox" in (answer.headers["Content-Security-Policy"] or "") \
        or "default-src 'none'" in (answer.headers["Content-Security-Policy"] or "")
