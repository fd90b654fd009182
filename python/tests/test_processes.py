"""Threads, forks, exits and signals, each in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

TIMEOUT = 120


def run(code: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run Python; a process that hangs fails the test."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=TIMEOUT, **options
    )  # type: ignore[call-overload,no-any-return]


def test_fork_after_use_is_refused() -> None:
    done = run(
        """
        import os, sys, warnings, vitrail
        warnings.simplefilter("ignore")
        vitrail.plot([1, 2]).to_png()
        chart = vitrail.plot(range(20_000))
        child = os.fork()
        if child == 0:
            failures = 0
            def small(): vitrail.plot([1, 2]).to_png()
            def large(): vitrail.plot(range(20_000))
            for call in (small, large, chart.to_png, chart.to_svg, vitrail.device):
                try:
                    call()
                except RuntimeError as error:
                    failures += "spawn" in str(error) and "forkserver" in str(error)
            del chart
            os._exit(failures)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        vitrail.plot([1, 2]).to_png()
        """
    )
    assert done.stdout == "5\n", done.stderr


def test_exit_of_a_forked_child() -> None:
    done = run(
        """
        import os, sys, warnings, vitrail
        warnings.simplefilter("ignore")
        chart = vitrail.plot(range(20_000))
        chart.to_png()
        child = os.fork()
        if child == 0:
            sys.exit(3)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert done.stdout == "3\n", done.stderr


def test_fork_before_use() -> None:
    done = run(
        """
        import os, vitrail
        child = os.fork()
        if child == 0:
            os._exit(7 if vitrail.plot([1, 2]).to_png()[:4] == b"\\x89PNG" else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        print(vitrail.plot([1, 2]).to_png()[1:4])
        """
    )
    assert done.stdout == "7\nb'PNG'\n", done.stderr


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_multiprocessing(tmp_path: object, method: str) -> None:
    path = os.path.join(str(tmp_path), "program.py")
    with open(path, "w") as file:
        file.write(
            textwrap.dedent(
                f"""
                import multiprocessing, vitrail

                def draw(count):
                    return vitrail.plot(range(count)).to_png()

                if __name__ == "__main__":
                    mine = draw(100)
                    with multiprocessing.get_context("{method}").Pool(2) as pool:
                        print(all(picture == mine for picture in pool.map(draw, [100] * 4)))
                """
            )
        )
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.stdout == "True\n", done.stderr


def test_threads() -> None:
    done = run(
        """
        import concurrent.futures, numpy as np, vitrail
        values = [np.random.default_rng(seed).normal(size=30_000).cumsum() for seed in range(8)]
        expected = [vitrail.plot(one).to_png() for one in values]
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            for _ in range(5):
                assert list(threads.map(lambda one: vitrail.plot(one).to_png(), values)) == expected
            chart = vitrail.plot(values[0])
            assert set(threads.map(lambda _: chart.to_png(), range(16))) == {expected[0]}
        print("done")
        """
    )
    assert done.stdout == "done\n", done.stderr


def test_other_threads_run_while_one_draws() -> None:
    done = run(
        """
        import threading, time, numpy as np, vitrail
        x, y = np.random.default_rng(1).normal(size=(2, 3_000_000))
        vitrail.scatter([1], [2]).to_png()
        thread = threading.Thread(target=lambda: vitrail.scatter(x, y).to_png())
        chart_ends = None
        thread.start()
        count = 0
        while thread.is_alive():
            count += 1
        print(count > 100_000)
        """
    )
    assert done.stdout == "True\n", done.stderr


def test_exit_while_a_thread_draws() -> None:
    done = run(
        """
        import sys, threading, time, numpy as np, vitrail
        values = np.random.default_rng(1).normal(size=1_000_000)
        def draw():
            while True:
                vitrail.plot(values).to_png()
        threading.Thread(target=draw, daemon=True).start()
        time.sleep(0.3)
        sys.exit(5)
        """
    )
    assert done.returncode == 5, done.stderr
    assert done.stderr == ""


def test_exit_in_a_thread() -> None:
    done = run(
        """
        import sys, threading, vitrail
        def draw():
            vitrail.plot([1, 2]).to_png()
            sys.exit(9)
        thread = threading.Thread(target=draw)
        thread.start()
        thread.join()
        print(vitrail.plot([1, 2]).to_png()[1:4])
        """
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "b'PNG'\n", "")


def test_keyboard_interrupt() -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            textwrap.dedent(
                """
                import numpy as np, vitrail
                values = np.random.default_rng(1).normal(size=1_000_000)
                vitrail.plot(values).to_png()
                print("drawing", flush=True)
                try:
                    while True:
                        vitrail.plot(values).to_png()
                except KeyboardInterrupt:
                    print(vitrail.plot([1, 2]).to_png()[1:4])
                """
            ),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "drawing\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, out, errors) == (0, "b'PNG'\n", "")


def test_signal_handlers_stay() -> None:
    """The library installs none while no file is mapped."""
    done = run(
        """
        import ctypes, signal, vitrail
        libc = ctypes.CDLL(None)
        class Action(ctypes.Structure):
            _fields_ = [("handler", ctypes.c_void_p), ("rest", ctypes.c_uint8 * 256)]
        def handlers():
            found = []
            for number in range(1, 32):
                action = Action()
                libc.sigaction(number, None, ctypes.byref(action))
                found.append(action.handler)
            return found
        before = handlers()
        vitrail.plot(range(50_000)).to_png()
        print(handlers() == before)
        """
    )
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("mapped", [False, True])
def test_faulthandler(tmp_path: object, mapped: bool) -> None:
    """A crash of the process elsewhere still prints Python's stack."""
    path = os.path.join(str(tmp_path), "y.f64")
    with open(path, "wb") as file:
        file.write(bytes(8000))
    done = run(
        f"""
        import ctypes, faulthandler, vitrail
        faulthandler.enable()
        data = {{"d": {{"columns": {{"y": {{"f64": {path!r}}}}}}}}}
        if {mapped}:
            vitrail.Chart({{"data": data, "series": [{{"type": "line", "data": "d", "y": "y"}}]}}).to_png()
        vitrail.plot([1, 2]).to_png()
        def crash_here():
            ctypes.string_at(0)
        crash_here()
        """
    )
    assert done.returncode == -signal.SIGSEGV
    assert "crash_here" in done.stderr


@pytest.mark.skipif(
    sys.version_info < (3, 12), reason="ctypes and NumPy in subinterpreters crash Python itself before 3.12"
)
def test_subinterpreters_are_refused() -> None:
    done = run(
        """
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        is_new = hasattr(interpreters, "get_config")
        one = interpreters.create("legacy") if is_new else interpreters.create(isolated=False)
        failure = interpreters.run_string(one, '''
        import vitrail._library
        try:
            vitrail._library.library()
        except RuntimeError as error:
            print(error)
        ''')
        """
    )
    assert "main interpreter" in done.stdout, done.stderr


def test_import_is_light() -> None:
    """Importing the package loads no other library."""
    done = run(
        "import sys, vitrail; print(sorted({'numpy', 'pandas', 'polars', 'pyarrow', 'IPython'} & set(sys.modules)))"
    )
    assert done.stdout == "[]\n", done.stderr


def test_owner_is_held_while_drawing() -> None:
    done = run(
        """
        import gc, threading, numpy as np, vitrail
        for _ in range(20):
            values = np.random.default_rng(1).normal(size=300_000).cumsum()
            expected = vitrail.plot(values.copy()).to_png()
            chart = vitrail.plot(values)
            found = []
            thread = threading.Thread(target=lambda: found.append(chart.to_png()))
            thread.start()
            del values
            gc.collect()
            noise = [np.ones(300_000) for _ in range(10)]
            thread.join()
            assert found == [expected]
        print("done")
        """
    )
    assert done.stdout == "done\n", done.stderr


def test_memory_is_flat() -> None:
    done = run(
        """
        import resource, vitrail
        def resident():
            return int(open("/proc/self/statm").read().split()[1]) * 4
        for k in range(1500):
            vitrail.plot([k, 2, 3], title=str(k), size=(300, 200), scale=1).to_png()
            if k == 500:
                before = resident()
        print(resident() - before)
        """
    )
    assert int(done.stdout) < 8_000, f"{done.stdout} kB more after 1000 charts: {done.stderr}"
