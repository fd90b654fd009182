#!/usr/bin/env python3
"""Seeded benchmark data, written so that any program can read the same bytes.

  python gendata.py [--dir DIR] [--max-walk 10000000]

DIR is $PEERS_DATA, or ./data beside this file, which is never committed. Every *.f64 file is raw little-endian float64
without a header. Files that are there already, and long enough, stay.

  walk_x.f64, walk_y.f64   x strictly increasing (irregular steps in [0.5, 1.5)), y a Gaussian random walk; a workload
                           of n takes the first n points, which do not depend on --max-walk
  walk_xy.f64              the same, interleaved x0 y0 x1 y1 ... (for gnuplot)
  scatter_x/y.f64          1e7 points, mix of three Gaussian blobs, unordered
  columns_y.f64            1e4 positive heights, x is the index
  bubble_x/y/r.f64         1e5 circles, r in pixels, 1 <= r <= 15
  area_lo/hi.f64           1e6 points of a band around walk_y, x is walk_x
  candle_o/h/l/c.f64       1e5 candles, x is the index
  pie_v.f64                12 slices, named by LABELS
"""
import argparse, os, sys, time
import numpy as np

LABELS = ["North", "South", "East", "West", "Online", "Retail", "Partner",
          "Export", "Service", "Licence", "Spares", "Other"]


def out_dir(arg=None):
    here = os.path.dirname(os.path.abspath(__file__))
    return arg or os.environ.get("PEERS_DATA") or os.path.join(here, "data")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--dir")
    ap.add_argument("--max-walk", type=int, default=10_000_000)
    a = ap.parse_args()
    d = out_dir(a.dir)
    os.makedirs(d, exist_ok=True)
    # The last one that is written.
    done = os.path.join(d, "pie_v.f64")
    walk = os.path.join(d, "walk_xy.f64")
    if os.path.exists(done) and os.path.getsize(walk) >= 16 * a.max_walk:
        return
    rng = lambda k: np.random.Generator(np.random.PCG64(20260101 + k))
    put = lambda name, v: np.ascontiguousarray(v, dtype="<f8").tofile(os.path.join(d, name + ".f64"))
    t0 = time.time()

    n = max(a.max_walk, 3_000_000)
    x = np.cumsum(rng(1).random(n) + 0.5)
    y = np.cumsum(rng(2).standard_normal(n))
    put("walk_x", x); put("walk_y", y)
    xy = np.empty((n, 2)); xy[:, 0] = x; xy[:, 1] = y
    put("walk_xy", xy); del xy

    r = rng(3); m = 10_000_000
    k = r.integers(0, 3, m)
    cx = np.array([0.0, 3.0, -2.0])[k]; cy = np.array([0.0, 2.0, 3.0])[k]; s = np.array([1.0, 0.6, 1.4])[k]
    put("scatter_x", cx + s * r.standard_normal(m)); put("scatter_y", cy + s * r.standard_normal(m))

    m = 10_000
    put("columns_y", 60 + 30 * np.sin(np.arange(m) / 400.0) + 8 * np.abs(rng(4).standard_normal(m)))

    r = rng(5); m = 100_000
    put("bubble_x", r.random(m) * 1000); put("bubble_y", r.random(m) * 1000)
    put("bubble_r", np.clip(np.exp(r.standard_normal(m) * 0.6 + 1.1), 1, 15))

    m = 1_000_000; w = 20 + 10 * np.abs(np.sin(np.arange(m) / 20000.0)) + 4 * rng(6).random(m)
    put("area_lo", y[:m] - w); put("area_hi", y[:m] + w)

    r = rng(7); m = 100_000
    o = 500 + np.cumsum(r.standard_normal(m) * 0.5); c = o + r.standard_normal(m)
    h = np.maximum(o, c) + np.abs(r.standard_normal(m)); l = np.minimum(o, c) - np.abs(r.standard_normal(m))
    for nm, v in (("o", o), ("h", h), ("l", l), ("c", c)):
        put("candle_" + nm, v)

    put("pie_v", np.round(np.sort(rng(8).random(12))[::-1] * 100 + 5, 1))
    print("bench-peers: data written in %.1f s" % (time.time() - t0), file=sys.stderr)


if __name__ == "__main__":
    main()
