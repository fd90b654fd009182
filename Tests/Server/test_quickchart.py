"""QuickChart's interface, with its own Python client."""
import base64
import json
import time
import urllib.parse

import options as name
import pytest
from charts import PIE, PNG
from quickchart import QuickChart, QuickChartFunction
from server import Server, assert_problem
from test_routes import size

TEXT = "{type:'bar', data:{labels:['a','b'], datasets:[{label:'x', data:[1,2]}]}}"
WRONG = "{type:'bar', data:{labels:['a'], datasets:[{data:[1], backgroundColor: fetch('x')}]}}"


@pytest.fixture
def client(server):
    chart = QuickChart()
    chart.scheme, chart.host = "http", f"127.0.0.1:{server.port}"
    chart.config = {"type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"label": "x", "data": [1, 2]}]}}
    return chart


def test_client_bytes(client):
    picture = client.get_bytes()
    assert picture.startswith(PNG)
    assert size(picture) == (500, 300)
    client.width, client.height, client.device_pixel_ratio = 320, 200, 2.0
    assert size(client.get_bytes()) == (640, 400)


def test_client_text_and_functions(client):
    client.config = TEXT
    plain = client.get_bytes()
    assert plain.startswith(PNG)
    client.config = {
        "type": "bar", "data": {"labels": ["a", "b"], "datasets": [{"label": "x", "data": [1, 2]}]},
        "options": {"scales": {"yAxes": [{"ticks": {"callback": QuickChartFunction("function(v) { return '$' + v; }")}}]}},
    }
    assert client.get_bytes() != plain


def test_client_url(server, client):
    path = client.get_url().removeprefix(server.address)
    answer = server.get(path)
    assert (answer.status, answer.kind) == (200, "image/png"), answer
    assert answer.body == client.get_bytes()


def test_client_short_url(server, client, tmp_path):
    url = client.get_short_url()
    assert "/chart/render/" in url
    answer = server.get(urllib.parse.urlsplit(url).path)
    assert (answer.status, answer.kind) == (200, "image/png"), answer
    assert answer.body == client.get_bytes()
    client.to_file(str(tmp_path / "chart.png"))
    assert (tmp_path / "chart.png").read_bytes() == answer.body


def test_client_error(client):
    client.config = WRONG
    with pytest.raises(RuntimeError, match="fetch|backgroundColor"):
        client.get_bytes()


def test_error_is_a_picture_with_a_header(server):
    answer = server.get("/chart?c=" + urllib.parse.quote(WRONG))
    assert answer.status == 400, answer
    assert answer.kind == "image/png"
    assert answer.body.startswith(PNG)
    message = answer.headers["x-quickchart-error"]
    assert "datasets[0].backgroundColor" in message
    assert "\n" not in message


def test_defaults(server):
    answer = server.get("/chart?c=" + urllib.parse.quote(TEXT))
    assert size(answer.body) == (1000, 600)
    assert server.get("/chart?chart=" + urllib.parse.quote(TEXT)).body == answer.body
    assert "max-age" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("query, expected", [
    ("w=200&h=100", (400, 200)), ("width=200&height=100", (400, 200)), ("w=200&h=100&devicePixelRatio=1", (200, 100)),
    ("w=200&h=100&devicePixelRatio=3", (600, 300)),
])
def test_sizes(server, query, expected):
    assert size(server.get(f"/chart?{query}&c=" + urllib.parse.quote(TEXT)).body) == expected


@pytest.mark.parametrize("query, kind", [
    ("f=svg", "image/svg+xml"), ("format=svg", "image/svg+xml"), ("f=webp", "image/webp"), ("f=png", "image/png"),
])
def test_formats(server, query, kind):
    assert server.get(f"/chart?{query}&c=" + urllib.parse.quote(TEXT)).kind == kind


def test_base64(server):
    coded = urllib.parse.quote(base64.b64encode(TEXT.encode()).decode())
    answer = server.get(f"/chart?encoding=base64&c={coded}")
    assert answer.status == 200, answer
    assert answer.body == server.get("/chart?c=" + urllib.parse.quote(TEXT)).body


def test_background(server):
    def picture(color):
        return server.get(f"/chart?bkg={color}&c=" + urllib.parse.quote(TEXT)).body
    assert picture("red") == server.get("/chart?backgroundColor=red&c=" + urllib.parse.quote(TEXT)).body
    assert picture("red") != picture("white")
    assert picture("transparent") != picture("white")


def test_a_plus_is_a_plus(server):
    text = TEXT.replace("'a'", "'1+1'")
    plus = server.get("/chart?c=" + text.replace("'", "%27").replace("{", "%7B").replace("}", "%7D").replace(" ", "%20"))
    assert plus.status == 200
    assert plus.body == server.get("/chart?c=" + urllib.parse.quote(text)).body


@pytest.mark.parametrize("chart", [PIE, TEXT, json.dumps(PIE)])
def test_post(server, chart):
    answer = server.post("/chart", {"chart": chart, "width": 300, "height": 200})
    assert (answer.status, answer.kind) == (200, "image/png"), answer
    assert size(answer.body) == (600, 400)


@pytest.mark.parametrize("query", ["", "c=", "c=%7B", "c=7", "w=-1&c={}", "w=99999&h=99999&c={type:'bar'}", "w=x&c={}"])
def test_wrong_requests(server, query):
    answer = server.get("/chart?" + query.replace("{", "%7B").replace("}", "%7D").replace("'", "%27"))
    assert 400 <= answer.status < 500, answer
    assert answer.headers["x-quickchart-error"] or answer.kind == "application/problem+json"


@pytest.mark.parametrize("code", [
    "(function(){ while (true) {} })()", "process.exit(1)", "require('fs')", "new Function('return 1')()", "a => { for (;;) {} }",
    "this.constructor.constructor('return process')()", "globalThis", "eval('1')", "import('fs')",
])
def test_nothing_is_executed(server, code):
    text = TEXT.replace("[1,2]", code)
    answer = server.post("/chart", {"chart": text}, timeout=8)
    assert answer.status == 400, answer
    assert answer.headers["x-quickchart-error"]
    formatter = TEXT[:-1] + ",options:{plugins:{datalabels:{display:true,formatter:function(v){" + code + "}}}}}"
    assert server.post("/chart", {"chart": formatter}, timeout=8).status in (200, 400)


def test_unknown_ids(server):
    for link in ("zz-unknown", "..", "%2e%2e%2fetc", "a" * 500, "%00"):
        answer = server.get(f"/chart/render/{link}")
        assert answer.status in (400, 404, 414), answer
        assert answer.headers["x-quickchart-error"] or answer.kind == "application/problem+json"


def test_create_refuses_what_cannot_be_drawn(server):
    assert_problem(server.post("/chart/create", {}), (400, 422))
    assert_problem(server.post("/chart/create", b"{"), (400, 422))
    assert_problem(server.post("/chart/create", {"c": TEXT, "chart": 6835}), (400, 422))
    assert_problem(server.post("/chart/create", {"chart": 6835}), (400, 422))
    assert_problem(server.post("/chart/create", {"chart": TEXT, "bkg": 7}), (400, 422))
    assert_problem(server.post("/chart/create", {"chart": TEXT, "w": 200, "width": 300}), (400, 422))
    assert server.post("/chart/create", {"chart": TEXT, "c": None, "w": 300, "width": 300}).status == 200


def test_links_end():
    with Server(name.LINK_LIFETIME, 1) as running:
        path = urllib.parse.urlsplit(running.post("/chart/create", {"chart": TEXT}).json()["url"]).path
        assert running.get(path).status == 200
        time.sleep(1.3)
        assert running.get(path).status == 404


def test_links_survive_a_restart(tmp_path):
    with Server(name.LINK_FOLDER, tmp_path) as running:
        path = urllib.parse.urlsplit(running.post("/chart/create", {"chart": TEXT}).json()["url"]).path
        picture = running.get(path).body
    with Server(name.LINK_FOLDER, tmp_path) as running:
        assert running.get(path).body == picture
