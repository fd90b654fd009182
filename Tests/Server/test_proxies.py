"""nginx and HAProxy in front of the server."""
import concurrent.futures
import http.client
import json
import os
import shutil
import subprocess
import time

import options as name
import pytest
from charts import COLUMNS, large, titled
from server import Answer, Server, free_port

NGINX = """
{user}daemon off; pid {folder}/nginx.pid; error_log stderr warn; worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream charts {{ server 127.0.0.1:{port}; keepalive 16; }}
  server {{
    listen 127.0.0.1:{front}; client_max_body_size 32m;
    location /charts/ {{
      proxy_pass http://charts; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""
HAPROXY = """
global
  maxconn 500
defaults
  mode http
  timeout connect 2s
  timeout client 20s
  timeout server 20s
  option forwardfor
frontend f
  bind 127.0.0.1:{front}
  default_backend b
backend b
  option httpchk GET /charts/readyz
  http-reuse always
  server s 127.0.0.1:{port} check inter 200ms
"""


@pytest.fixture(scope="module")
def behind():
    with Server(name.ROOT_PATH, "/charts", name.PER_CLIENT, 200, ready=False) as running:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                if running.get("/charts/readyz").status == 200:
                    break
            except OSError:
                time.sleep(0.05)
        yield running


@pytest.fixture(scope="module", params=["nginx", "haproxy"])
def front(request, behind, tmp_path_factory):
    """The port of the proxy."""
    kind = request.param
    program = shutil.which(kind) or shutil.which(kind, path="/usr/sbin")
    if not program:
        pytest.skip(f"{kind} is not installed")
    folder, port = tmp_path_factory.mktemp(kind), free_port()
    settings = folder / "settings"
    settings.write_text((NGINX if kind == "nginx" else HAPROXY).format(
        folder=folder, port=behind.port, front=port, user="user root; " if os.geteuid() == 0 else ""))
    command = [program, "-p", str(folder), "-c", str(settings)] if kind == "nginx" else [program, "-f", str(settings)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            try:
                if ask(port, "GET", "/charts/healthz").status == 200:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        else:
            raise AssertionError(f"{kind} does not serve")
        yield port
    finally:
        process.terminate()
        process.wait(5)


def ask(port, method, path, value=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        body = None if value is None else json.dumps(value)
        connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def test_pictures(front, behind):
    answer = ask(front, "POST", "/charts/render", COLUMNS)
    assert answer.status == 200, answer
    assert answer.body == behind.post("/charts/render", COLUMNS).body
    assert ask(front, "POST", "/charts/render", COLUMNS, {"If-None-Match": answer.headers["ETag"]}).status == 304
    assert ask(front, "POST", "/charts/render", {"x": 1}).kind == "application/problem+json"


def test_large_pictures(front):
    assert len(ask(front, "POST", "/charts/render?format=rgba", large(3000, 2000)).body) >= 24_000_000


def test_many_at_once(front):
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda index: ask(front, "POST", "/charts/render", titled(index)), range(200)))
    assert {answer.status for answer in answers} == {200}, answers[:5]


def test_short_addresses_name_the_front(front):
    chart = {"chart": "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]}}"}
    answer = ask(front, "POST", "/charts/chart/create", chart, {"Host": "charts.example"})
    assert answer.json()["url"].startswith("http://charts.example/charts/chart/render/"), answer


def test_short_addresses_keep_https():
    """A proxy that ends TLS says so; the address that clients get has the scheme that they used."""
    with Server(name.TRUST_PROXY) as running:
        answer = running.post("/chart/create", {"chart": "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]}}"},
                              {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "charts.example", "Host": "charts.example"})
        assert answer.json()["url"].startswith("https://charts.example/chart/render/"), answer
