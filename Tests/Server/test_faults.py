"""Faults of workers, of the disk and of the driver, with real processes."""
import concurrent.futures
import contextlib
import os
import random
import signal
import subprocess
import threading
import time

import options as name
import pytest
from charts import COLUMNS, large, slow, titled
from server import Server, assert_problem


def kill(pid, number=signal.SIGKILL):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


@contextlib.contextmanager
def kills(server, every):
    """Kills a random worker in this interval."""
    stop = threading.Event()
    count = [0]

    def loop():
        while not stop.wait(every):
            workers = server.children()
            if workers:
                kill(random.choice(workers))
                count[0] += 1

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield count
    finally:
        stop.set()
        thread.join()


def load(server, seconds, clients=8, pictures=40):
    """Asks for pictures whose bytes are known; answers the number of each status. A wrong picture fails."""
    known = {index: server.render(titled(index)).body for index in range(pictures)}
    until = time.monotonic() + seconds

    def client(seed):
        generator = random.Random(seed)
        counts = {}
        while time.monotonic() < until:
            index = generator.randrange(pictures)
            answer = server.render(titled(index), timeout=30)
            assert answer.status in (200, 429, 503), answer
            assert answer.status != 200 or answer.body == known[index], "another picture"
            counts[answer.status] = counts.get(answer.status, 0) + 1
        return counts

    total = {}
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        for counts in pool.map(client, range(clients)):
            for status, count in counts.items():
                total[status] = total.get(status, 0) + count
    return total


def assert_survives_kills(seconds, every):
    with Server(*name.NO_CACHE, workers=2) as running:
        with kills(running, every) as count:
            total = load(running, seconds)
        assert count[0] >= seconds / every / 2
        assert total[200] > 20 * seconds, total
        assert total.get(503, 0) + total.get(429, 0) < 0.05 * total[200], total
        running.wait_until_ready()
        assert running.process.poll() is None


def test_killed_workers():
    assert_survives_kills(seconds=4, every=0.5)


@pytest.mark.release
def test_killed_workers_for_minutes():
    assert_survives_kills(seconds=300, every=1)


@pytest.mark.release
def test_a_job_is_tried_again():
    """A worker that is killed with a job costs nobody an answer."""
    with Server(name.JOB_TIMEOUT, 20, *name.NO_CACHE, workers=2) as running, concurrent.futures.ThreadPoolExecutor(1) as pool:
        chart = large(9000, 7000)
        expected = running.render(chart, timeout=60)
        assert expected.status == 200, expected
        job = pool.submit(lambda: running.render(chart, timeout=60))
        time.sleep(0.15)
        kill(running.busiest(0.1))
        assert job.result().status == 200, job.result()
        assert job.result().body == expected.body


@pytest.mark.parametrize("number", [
    pytest.param(signal.SIGILL, id="trap"), pytest.param(signal.SIGSEGV, id="segmentation fault", marks=pytest.mark.release),
    pytest.param(signal.SIGABRT, id="abort", marks=pytest.mark.release),
])
def test_a_job_that_crashes_its_workers(number):
    """Two tries, then 500 with a reason; others are served meanwhile."""
    with Server(name.JOB_TIMEOUT, 20, *name.NO_CACHE, workers=2) as running, concurrent.futures.ThreadPoolExecutor(1) as pool:
        job = pool.submit(lambda: running.render(slow(), timeout=40))
        crashes = 0
        time.sleep(0.5)
        while not job.done() and crashes < 6:
            kill(running.busiest(0.3), number)
            crashes += 1
            assert running.render(COLUMNS).status == 200
            with contextlib.suppress(concurrent.futures.TimeoutError):
                job.result(0.7)
        assert assert_problem(job.result(10), 500)["code"] == "crash"
        # Some signals may have hit a worker that was starting.
        assert 2 <= crashes <= 6
        running.wait_until_ready()


def test_a_worker_that_hangs():
    """A stopped process is a hang that no deadline of its own ends."""
    with Server(name.JOB_TIMEOUT, 2, *name.NO_CACHE, workers=2) as running:
        assert running.render(COLUMNS).status == 200
        stopped = running.children()
        for pid in stopped:
            kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        answers = [running.render(titled(index), timeout=20) for index in range(2)]
        assert all(answer.status in (200, 503, 504) for answer in answers), answers
        assert time.monotonic() - began < 10
        assert running.render(titled("after"), timeout=10).status == 200
        assert not set(stopped) <= set(running.children())


@pytest.mark.release
def test_slow_jobs_do_not_pile_up():
    with Server(name.JOB_TIMEOUT, 1, *name.NO_CACHE, name.PER_CLIENT, 100, workers=2) as running, concurrent.futures.ThreadPoolExecutor(6) as pool:
        chart = slow()
        answers = list(pool.map(lambda index: running.render({**chart, "title": str(index)}, timeout=30), range(6)))
        assert {answer.status for answer in answers} <= {504, 503, 429}, answers
        assert running.render(COLUMNS).status == 200
        assert len(running.children()) == 2


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


@pytest.mark.release
def test_a_description_that_eats_memory():
    """Either its estimate is refused, or its worker's limit ends it; the front process stays small."""
    with Server(name.MAX_MEMORY, "300M", name.JOB_TIMEOUT, 20, workers=1) as running:
        for chart in (large(20_000, 20_000), density()):
            answer = running.render(chart, timeout=60)
            assert answer.status in (200, 413, 422, 500, 503, 504), answer
            assert all(resident(pid) < 900 for pid in [running.process.pid, *running.children()])
        running.wait_until_ready()
        assert running.render(COLUMNS).status == 200


def density():
    table = {"d": {"values": {"x": [1, 2, 3], "y": [1, 2, 3]}}}
    return {"size": {"width": 16000, "height": 8000}, "data": table,
            "series": [{"type": "density", "data": "d", "x": "x", "y": "y"}] * 5}


@pytest.mark.release
def test_recycled_workers():
    with Server(name.RECYCLE, 50, *name.NO_CACHE, workers=2) as running:
        bodies = {running.render(titled(index % 5)).body for index in range(400)}
        assert len(bodies) == 5
        assert len(running.children()) in (2, 3)


def test_a_driver_that_cannot_open():
    """No driver: the process says so; it does not answer with wrong pictures, or hang."""
    broken = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "LIBGL_DRIVERS_PATH": "/nonexistent",
              "GBM_BACKENDS_PATH": "/nonexistent", "MESA_LOADER_DRIVER_OVERRIDE": "none"}
    with Server(environment=broken, ready=False) as running:
        with contextlib.suppress(subprocess.TimeoutExpired):
            assert running.process.wait(6) in (69, 70), running.output()
            assert running.output().strip()
            return
        assert running.get("/healthz").status == 200
        assert_problem(running.get("/readyz"), 503)
        assert_problem(running.render(COLUMNS, timeout=20), (500, 503))


# Cache folder

@contextlib.contextmanager
def small_disk(folder, size):
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip(f"cannot mount a tmpfs: {mounted.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_under_the_cache(root, tmp_path):
    with small_disk(tmp_path, "128k"), Server(name.CACHE_FOLDER, tmp_path, *name.NO_CACHE) as running:
        (tmp_path / "filler").write_bytes(b"x" * 90_000)
        first = [running.render(titled(index)) for index in range(40)]
        assert {answer.status for answer in first} == {200}
        again = [running.render(titled(index)) for index in range(40)]
        assert [answer.body for answer in again] == [answer.body for answer in first]


def test_damaged_files_in_the_cache(tmp_path):
    with Server(name.CACHE_FOLDER, tmp_path, *name.NO_CACHE) as running:
        right = running.render(COLUMNS).body
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files, "nothing is kept"
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Server(name.CACHE_FOLDER, tmp_path, *name.NO_CACHE) as running:
        assert running.render(COLUMNS).body == right


@pytest.mark.release
def test_the_cache_folder_has_a_limit(tmp_path):
    with Server(name.CACHE_FOLDER, tmp_path, name.CACHE_FOLDER_LIMIT, "200k", *name.NO_CACHE) as running:
        for index in range(80):
            assert running.render(titled(index)).status == 200
        time.sleep(0.5)
        assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) <= 260_000


def test_the_cache_folder_cannot_be_written(tmp_path):
    with Server(name.CACHE_FOLDER, tmp_path / "no" / "such", ready=False) as running:
        with contextlib.suppress(subprocess.TimeoutExpired):
            assert running.process.wait(3) in (64, 66, 69, 73), running.output()
            assert "no/such" in running.output()
            return
        assert running.render(COLUMNS).status == 200
