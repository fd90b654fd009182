"""Descriptions from the network read files below --data-dir, and nothing else."""
import os
import socket
import threading

import options as name
import pytest
from charts import COLUMNS, csv_named
from server import Server, assert_problem


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """data/ with files and links, and secret.csv beside it."""
    base = tmp_path_factory.mktemp("files")
    data = base / "data"
    (data / "sub").mkdir(parents=True)
    for path in (data / "ok.csv", data / "sub" / "ok.csv", base / "secret.csv"):
        path.write_text("y\n3\n1\n2\n")
    (data / "inner.csv").symlink_to("ok.csv")
    (data / "out.csv").symlink_to(base / "secret.csv")
    (data / "up.csv").symlink_to("../secret.csv")
    (data / "folder-out").symlink_to(base)
    (data / "proc").symlink_to("/proc/self")
    os.mkfifo(data / "pipe.csv")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(data / "socket.csv"))
    return base


@pytest.fixture(scope="module")
def files(folders):
    with Server(name.DATA_FOLDER, folders / "data") as running:
        yield running


@pytest.mark.parametrize("path", ["ok.csv", "sub/ok.csv", "./ok.csv", "././sub/ok.csv"])
def test_names_below_the_folder(files, path):
    assert files.render(csv_named(path)).status == 200


OUTSIDE = [
    "../secret.csv", "sub/../../secret.csv", "sub/../../data/../secret.csv", "/etc/passwd", "//etc/passwd", "out.csv", "up.csv",
    "folder-out/secret.csv", "proc/environ", "/proc/self/environ", "/dev/zero", "file:///etc/passwd", "http://127.0.0.1/x.csv",
    "..", ".", "", "ok.csv/", "ok.csv/..", "..\\secret.csv", "%2e%2e/secret.csv", "ok.csv\0.png", "~/x.csv", "missing.csv", "pipe.csv",
    "./../secret.csv", ".//etc/passwd", "./", "socket.csv", "sub", "a" * 5000, "-", "/dev/stdin", "/dev/fd/0",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_other_names(files, path):
    problem = assert_problem(files.render(csv_named(path), timeout=8), (400, 403, 404, 422))
    assert "root:" not in str(problem)


@pytest.mark.parametrize("path", ["ok.csv", "/etc/passwd", "../secret.csv", "file:///etc/passwd"])
def test_without_a_folder(server, path):
    assert_problem(server.render(csv_named(path)), (400, 403, 404, 422), "data.d")


def test_errors_do_not_tell_which_files_exist(server, files):
    """A stranger learns nothing from the words of an error."""
    for running in (server, files):
        texts = set()
        for path in ("/etc/passwd", "/etc/no-such"):
            answer = running.render(csv_named(path))
            texts.add(answer.body.decode().replace(path, "PATH"))
        assert len(texts) == 1, texts


def described(key, path):
    """A description that names a file in this place."""
    if key == "image":
        return {**COLUMNS, "annotations": [{"type": "image", "image": path, "x": 1, "y": 1}]}
    if key == "texture":
        return {**COLUMNS, "series": [{"type": "column", "data": "d", "x": "month", "y": "sales", "style": {"texture": path}}]}
    if key == "font":
        return {**COLUMNS, "font": path}
    return {"data": {"d": {key: path}}, "series": [{"type": "line", "data": "d", "y": "y"}]}


@pytest.mark.parametrize("key", ["csv", "npy", "npz", "arrow", "image", "texture"])
def test_every_place_of_a_path(server, key):
    for path in ("/etc/passwd", "../../etc/passwd"):
        assert_problem(server.render(described(key, path)), (400, 403, 404, 422))


def test_fonts_are_family_names(server, tmp_path):
    """A path as a font is no file: the picture has the usual font, or the font is refused."""
    answer = server.render(described("font", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    assert answer.status in (200, 400, 422), answer


def test_columns_of_files(server):
    chart = {"data": {"d": {"columns": {"y": {"f64": "/etc/passwd"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
    assert_problem(server.render(chart), (400, 403, 404, 422))


def test_a_link_that_changes_while_it_is_read(files, folders):
    """swap.csv is in turn a link to a file inside and to the secret one: the secret one is never drawn."""
    inside, link = folders / "data" / "ok.csv", folders / "data" / "swap.csv"
    (folders / "secret.csv").write_text("y\n1\n9\n1\n9\n")
    stop = threading.Event()

    def swap():
        targets = [folders / "secret.csv", inside]
        spare = folders / "data" / "swap.tmp"
        while not stop.is_set():
            targets.reverse()
            spare.unlink(missing_ok=True)
            spare.symlink_to(targets[0]) if targets[0] != inside else os.link(inside, spare)
            os.replace(spare, link)

    right = files.render(csv_named("ok.csv")).body
    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _ in range(60):
            answer = files.render(csv_named("swap.csv"))
            assert answer.status in (400, 403, 404, 422) or answer.body == right, answer
    finally:
        stop.set()
        thread.join()


def test_a_file_that_changes_gets_a_new_picture(files, folders):
    path = folders / "data" / "changing.csv"
    path.write_text("y\n1\n2\n3\n")
    first = files.render(csv_named("changing.csv"))
    path.write_text("y\n3\n2\n1\n")
    second = files.render(csv_named("changing.csv"))
    assert first.body != second.body
    assert first.headers["ETag"] != second.headers["ETag"]


def test_chartjs_reads_no_files(server):
    text = "{type:'bar',data:{labels:['a'],datasets:[{data:[1],pointStyle:'/etc/passwd',image:'file:///etc/passwd'}]}}"
    answer = server.post("/chart", {"chart": text})
    assert answer.status in (200, 400)
    assert b"root:" not in answer.body
