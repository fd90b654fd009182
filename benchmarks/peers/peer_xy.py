#!/usr/bin/env python3
"""xy: Python with a Rust core, CPU rasteriser, chart with axes and text -> PNG bytes.
Variants: default (its own choice: M4 for lines, density above its threshold), exact (scatter with density=False).
Candles are composed of its segments and bars: it has no candles of its own."""
from common import *
import xy as X


def make(wl, n, var):
    if var != "default" and (wl, var) != ("S1", "exact"):
        raise Skip("no such variant here")

    def chart(*marks, w=W, h=H, title=wl):
        return X.chart(*marks, X.x_axis(label="Sample"), X.y_axis(label="Value"), width=w, height=h, title=title)

    def out(build):
        def frame(i):
            ph = Phases()
            c = build(i); ph.mark("build")
            png = c.to_image("png", scale=1.0); ph.mark("draw")
            return png, ph
        return frame

    if wl == "L1":
        x, y = xy(n)
        return out(lambda i: chart(X.line(x, y, width=1.5)))
    if wl.startswith("V-"):
        v = Variation(wl, n)
        axes = {"x": X.x_axis(label="Sample", type_=v.x_axis), "y": X.y_axis(label="Value", type_=v.y_axis)}
        def variation(i):
            marks = [X.line(x, y, width=1.5) for x, y in v.lines]
            return X.chart(*marks, axes["x"], axes["y"], width=v.size[0], height=v.size[1], title=wl)
        return out(variation)
    if wl == "M1":
        s = Stream(n)
        return out(lambda i: chart(X.line(*s.next(), width=1.5)))
    if wl == "S1":
        x, y = load("scatter_x", n), load("scatter_y", n)
        kw = {"density": False} if var == "exact" else {}
        return out(lambda i: chart(X.scatter(x, y, size=3.0, opacity=0.3, **kw)))
    if wl == "B1":
        x, y, d = load("bubble_x", n), load("bubble_y", n), 2 * load("bubble_r", n)
        return out(lambda i: chart(X.scatter(x, y, size=d, size_range=(d.min(), d.max()), opacity=0.5, density=False)))
    if wl == "A1":
        x, lo, hi = load("walk_x", n), load("area_lo", n), load("area_hi", n)
        return out(lambda i: chart(X.area(x, hi, base=lo, opacity=0.5, line_width=0)))
    if wl == "C1":
        x, y = np.arange(n, dtype=float), load("columns_y", n)
        return out(lambda i: chart(X.bar(x, y)))
    if wl == "K1":
        x = np.arange(n, dtype=float)
        o, h, l, c = (load("candle_" + k, n) for k in "ohlc")
        up = c >= o
        def build(i):
            marks = []
            for m, col in ((up, "#2ca02c"), (~up, "#d62728")):
                marks += [X.segments(x[m], l[m], x[m], h[m], color=col, width=1), X.bar(x[m], c[m] - o[m], base=o[m], width=0.7, color=col)]
            return chart(*marks)
        return out(build)
    if wl == "P1":
        v = load("pie_v", n)
        return out(lambda i: X.pie_chart(LABELS[:n], v, width=W, height=H, title="Donut"))
    if wl == "T1":
        get = t1_data()
        def build(i):
            x, ys = get(i)
            return chart(*[X.line(x, y, name=nm) for y, nm in zip(ys, T1_NAMES)], X.legend(), w=800, h=400, title=T1_TITLE % i)
        return out(build)
    raise Skip("no such workload here")


if __name__ == "__main__":
    cli("xy", make)
