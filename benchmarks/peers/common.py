"""Shared harness: data loading, the timing loop and the command line that every
peer script speaks (an outside renderer can speak it too, see benchmarks/README.md).

  SCRIPT --workload L1 --n 1000000 [--variant NAME] --mode warm|once|throughput
         [--budget SECONDS] [--min-reps K] [--max-reps K] [--seconds S] [--out FILE]

A peer calls cli(NAME, make) where make(workload, n, variant) returns frame(i),
and frame(i) returns (png_bytes_or_None, {phase: seconds}).  `warm` runs one
uncounted first frame and then counted frames; `once` runs one frame and writes
it; `throughput` warms up, prints READY, waits for a line on stdin, then renders
charts for S seconds.  The last line of stdout is 'RESULT ' + JSON.
"""
import argparse, io, json, os, sys, tempfile, time

T_START = time.perf_counter()
os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
import numpy as np
from gendata import LABELS, out_dir

W, H = 1920, 1080


class Skip(Exception):
    pass


def load(name, n=-1):
    return np.fromfile(os.path.join(out_dir(), name + ".f64"), dtype="<f8", count=n)


def xy(n):
    return load("walk_x", n), load("walk_y", n)


def t1_data():
    """frame i of T1 plots these 3 x 1000 points; another slice for every chart"""
    y = load("walk_y", 3_000_000)
    x = np.arange(1000, dtype=float)
    def get(i):
        o = (i * 3000) % 2_990_000
        return x, [y[o + k * 1000:o + k * 1000 + 1000] - y[o + k * 1000] for k in range(3)]
    return get


START_2013 = 1_356_998_400.0


class Variation:
    """A variation of L1: its lines, the type of each axis, and the size of the picture."""

    def __init__(self, code, n):
        self.size, self.x_axis, self.y_axis = (W, H), "linear", "linear"
        if code == "V-lines":
            # Parts of the walk, each above the one before.
            x, y = xy(63 * 14_000 + n)
            self.lines = [(x[:n], y[k * 14_000:k * 14_000 + n] - y[k * 14_000] + k * 40) for k in range(64)]
            return
        x, y = xy(n)
        if code == "V-falling":
            x, y = x[::-1].copy(), y[::-1].copy()
        elif code == "V-blocks":
            order = [4, 9, 0, 6, 2, 8, 1, 5, 3, 7]
            x, y = (v.reshape(10, -1)[order].ravel() for v in (x, y))
        elif code == "V-twice":
            x = x[np.arange(n) // 2 * 2]
        elif code in ("V-gaps1", "V-gaps33"):
            y = np.where(np.random.default_rng(23).random(n) < int(code[6:]) / 100, np.nan, y)
        elif code == "V-dates":
            x, self.x_axis = ((START_2013 + x) * 1e6).astype("datetime64[us]"), "time"
        elif code == "V-log":
            y, self.y_axis = 10 ** (y / 400), "log"
        elif code == "V-float32":
            x, y = x.astype("<f4"), y.astype("<f4")
        elif code == "V-int64":
            x, y = (x * 1000).astype("<i8"), (y * 1000).astype("<i8")
        elif code in ("V-large", "V-small"):
            self.size = {"V-large": (3840, 2160), "V-small": (400, 200)}[code]
        else:
            raise Skip("no such workload here")
        self.lines = [(x, y)]


T1_TITLE, T1_X, T1_Y = "Report %d: three series", "Sample", "Value"
T1_NAMES = ["alpha", "beta", "gamma"]


class Stream:
    """M1: 1e6 points, every frame appends 1000 more"""
    def __init__(self, n0=1_000_000, step=1000, cap=1_000_000 + 2_000_000):
        self.x, self.y = xy(cap)
        self.n, self.step = n0, step
        self.n0 = n0

    def next(self):
        self.n += self.step
        if self.n > len(self.x):
            self.n = self.n0
        return self.x[:self.n], self.y[:self.n]


def pil_png(rgba, level=6):
    from PIL import Image
    b = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(rgba)).save(b, "png", compress_level=level)
    return b.getvalue()


class Phases(dict):
    def __init__(self):
        self.t = time.perf_counter()

    def mark(self, name):
        t = time.perf_counter()
        self[name] = self.get(name, 0) + t - self.t
        self.t = t


def m4(x, y, n_out=4 * W):
    from tsdownsample import M4Downsampler
    if len(x) <= n_out:
        return x, y
    i = M4Downsampler().downsample(x, y, n_out=n_out, parallel=True)
    return x[i], y[i]


def pct(v, q):
    return float(np.percentile(np.asarray(v), q))


def cli(peer, make, close=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--workload", required=True)
    ap.add_argument("--n", type=float, default=0)
    ap.add_argument("--variant", default="default")
    ap.add_argument("--mode", default="warm", choices=["warm", "once", "throughput"])
    ap.add_argument("--budget", type=float, default=4.0)
    ap.add_argument("--min-reps", type=int, default=3)
    ap.add_argument("--max-reps", type=int, default=40)
    ap.add_argument("--seconds", type=float, default=5.0)
    ap.add_argument("--out")
    a = ap.parse_args()
    n = int(a.n)
    res = {"peer": peer, "variant": a.variant, "workload": a.workload, "n": n, "mode": a.mode}
    try:
        t0 = time.perf_counter()
        frame = make(a.workload, n, a.variant)
        res["setup_s"] = time.perf_counter() - t0
        t0 = time.perf_counter()
        png, ph = frame(0)
        res["first_s"] = time.perf_counter() - t0
        if a.mode == "warm":
            tot, phs, end = [], [], time.perf_counter() + a.budget
            i = 1
            while i <= a.max_reps and (i <= a.min_reps or time.perf_counter() < end):
                t0 = time.perf_counter()
                png, ph = frame(i)
                tot.append(time.perf_counter() - t0)
                phs.append(dict(ph))
                i += 1
            res["times_s"] = [round(t, 6) for t in tot]
            res["phases_s"] = {k: float(np.median([p.get(k, 0) for p in phs])) for k in (phs[0] if phs else {})}
        elif a.mode == "throughput":
            for i in range(1, 4):
                frame(i)
            print("READY", flush=True)
            sys.stdin.readline()
            lat, i, t0 = [], 10, time.perf_counter()
            while time.perf_counter() - t0 < a.seconds:
                t1 = time.perf_counter()
                png, ph = frame(i)
                lat.append(time.perf_counter() - t1)
                i += 1
            el = time.perf_counter() - t0
            res.update(charts=len(lat), elapsed_s=el, per_s=len(lat) / el, p50_s=pct(lat, 50), p99_s=pct(lat, 99))
        res["png_bytes"] = len(png) if png is not None else None
        if a.out and png is not None:
            with open(a.out, "wb") as f:
                f.write(png)
    except Skip as e:
        res["skip"] = str(e)
    res["maxrss_mib"] = next(int(l.split()[1]) for l in open("/proc/self/status") if l.startswith("VmHWM")) / 1024
    if close:
        try:
            close()
        except Exception:
            pass
    print("RESULT " + json.dumps(res), flush=True)
    # do not spend the clock of a cold run on interpreter teardown oddities
    sys.stdout.flush()
