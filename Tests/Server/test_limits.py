"""Budgets: each is refused with its own status, and the server goes on."""
import concurrent.futures
import time

import options as name
import pytest
from charts import COLUMNS, LINE, large, slow, titled
from server import Server, assert_problem, raw, statuses


@pytest.fixture(scope="module")
def small():
    """A server with small budgets."""
    with Server(name.MAX_BODY, "20k", name.MAX_PIXELS, 1_000_000, name.MAX_SAMPLES, 500, name.MAX_SERIES, 5,
                name.MAX_COLUMNS, 10, name.MAX_TEXT, 2000) as running:
        yield running


def lines(samples=3, series=1, columns=1):
    return {
        "data": {"d": {"values": {f"y{i}": [1] * samples for i in range(columns)}}},
        "series": [{"type": "line", "data": "d", "y": "y0"}] * series,
    }


@pytest.mark.parametrize("chart, query, allowed", [
    (large(), "", (413, 422)), (LINE, "?width=2000&height=2000", (413, 422)), (LINE, "?scale=16", (413, 422)),
    (lines(samples=501), "", (413, 422)), (lines(series=6), "", (413, 422)), (lines(columns=11), "", (413, 422)),
    (titled("x" * 2001), "", (413, 422)),
], ids=["pixels", "pixels by size", "pixels by scale", "samples", "series", "columns", "text"])
def test_budgets_of_a_description(small, chart, query, allowed):
    problem = assert_problem(small.render(chart, query), allowed)
    assert any(figure in problem["message"] for figure in ("1000000", "1,000,000", "500", "5", "10", "2000", "2,000")), problem
    assert small.render(COLUMNS).status == 200


def test_body(small):
    assert_problem(small.post("/render", b" " * 20_481), 413)
    assert_problem(small.post("/chart", b" " * 20_481), 413)
    assert small.render(COLUMNS).status == 200


def test_body_in_chunks(small):
    answer = small.ask("POST", "/render", iter([b" " * 5000] * 50), {"Content-Type": "application/json"})
    assert_problem(answer, 413)


def test_a_declared_length_is_refused_before_the_body(small):
    began = time.monotonic()
    head = b"POST /render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n"
    received, closed = raw(small.port, head, timeout=5)
    assert statuses(received)[:1] == [413]
    assert closed and time.monotonic() - began < 5


def test_long_address(server):
    received, _ = raw(server.port, b"GET /render?spec=" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", timeout=5)
    assert statuses(received)[:1] in ([414], [431])


def test_long_header(server):
    received, _ = raw(server.port, b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 200_000 + b"\r\n\r\n", timeout=5)
    assert statuses(received)[:1] == [431]


def test_many_headers(server):
    head = b"".join(b"A%d: b\r\n" % i for i in range(20_000))
    received, _ = raw(server.port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n", timeout=5)
    assert statuses(received)[:1] == [431]


def test_memory():
    with Server(name.MAX_MEMORY, "64M", name.MAX_PIXELS, 2_000_000_000) as running:
        assert_problem(running.render(large(16_000, 16_000)), (413, 422, 503))
        assert running.render(COLUMNS).status == 200


def test_job_timeout():
    with Server(name.JOB_TIMEOUT, 1.5, workers=2) as running:
        began = time.monotonic()
        answer = running.render(slow())
        assert_problem(answer, 504)
        assert 1 < time.monotonic() - began < 6
        assert running.render(COLUMNS).status == 200


def test_overload():
    """One worker that is busy, a queue of 2: others are refused at once, with a time to come again."""
    with Server(name.QUEUE, 2, name.JOB_TIMEOUT, 2, name.PER_CLIENT, 100, *name.NO_CACHE, workers=1) as running:
        chart = slow()
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            began = time.monotonic()
            jobs = [pool.submit(lambda i=i: (running.render({**chart, "title": str(i)}, timeout=30), time.monotonic() - began))
                    for i in range(20)]
            answers = [job.result() for job in jobs]
        refused = [(answer, seconds) for answer, seconds in answers if answer.status in (429, 503)]
        assert len(refused) >= 15, answers
        for answer, _ in refused:
            assert_problem(answer, (429, 503))
            assert 0 <= int(answer.headers["Retry-After"]) <= 60
        assert sorted(seconds for _, seconds in refused)[len(refused) // 2] < 2
        assert all(answer.status in (429, 503, 504) for answer, _ in answers), answers
        assert running.get("/healthz").status == 200
        assert running.render(COLUMNS).status == 200


@pytest.mark.release
def test_requests_of_one_client():
    with Server(name.PER_CLIENT, 2, name.JOB_TIMEOUT, 2, name.QUEUE, 100, *name.NO_CACHE, workers=1) as running:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            chart = slow()
            answers = list(pool.map(lambda i: running.render({**chart, "title": str(i)}), range(8)))
        refused = [answer for answer in answers if answer.status == 429]
        assert len(refused) >= 4, answers
        assert all(answer.headers["Retry-After"] for answer in refused)
        assert running.render(COLUMNS).status == 200


def test_identical_requests_in_flight_are_drawn_once():
    with Server(name.QUEUE, 100, name.PER_CLIENT, 100, workers=2) as running:
        chart = {**large(3000, 2000), "title": "together"}
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda _: running.render(chart), range(16)))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        assert running.metrics()["vitrail_cache_misses_total"] == 1


def test_environment_variables():
    with Server(environment={"VITRAIL_MAX_BODY": "2k"}) as running:
        assert_problem(running.post("/render", b" " * 3000), 413)


@pytest.mark.parametrize("wrong", [
    ["--port", "99999"], ["--workers", "0"], ["--job-timeout", "-1"], ["--max-body", "x"], ["--no-such-option"],
])
def test_wrong_options(wrong):
    import subprocess

    from server import COMMAND, free_port
    done = subprocess.run([COMMAND, "serve", "--port", str(free_port()), *wrong], capture_output=True, timeout=10)
    assert done.returncode == 64, done
    assert wrong[0].encode() in done.stderr


def test_the_port_is_taken(server):
    import subprocess

    from server import COMMAND
    done = subprocess.run([COMMAND, "serve", "--port", str(server.port)], capture_output=True, timeout=20)
    assert done.returncode not in (0, 134, 132), done
    assert str(server.port).encode() in done.stderr
