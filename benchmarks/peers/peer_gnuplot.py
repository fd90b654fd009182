#!/usr/bin/env python3
"""gnuplot, pngcairo terminal.  Warm: one gnuplot process kept open and fed by a pipe; the data is a raw binary file
in the page cache (gnuplot has no other way in).  --script FILE writes a stand-alone script for the cold,
whole-process figure (run.py runs plain `gnuplot FILE`)."""
from common import *
import atexit, shutil, subprocess, tempfile

D = out_dir()
TMP = tempfile.mkdtemp(prefix="gp", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
atexit.register(shutil.rmtree, TMP, ignore_errors=True)


def cmds(wl, n, var="default"):
    """the plot command, after 'set term' and 'set output'"""
    f = lambda k: os.path.join(D, k)
    if wl in ("L1", "M1"):
        return "set title 'Line'; set xlabel 'x'; set ylabel 'y'; unset key\nplot '%s' binary record=%d format='%%double%%double' using 1:2 with lines lw 1" % (f("walk_xy.f64"), n)
    cols = {"S1": ("scatter_x", "scatter_y"), "C1": ("columns_y",), "B1": ("bubble_x", "bubble_y", "bubble_r"),
            "A1": ("walk_x", "area_lo", "area_hi"), "K1": ("candle_o", "candle_l", "candle_h", "candle_c")}.get(wl)
    if cols is None:
        raise Skip("no such workload here")
    p = os.path.join(D, "gp_%s_%d.f64" % (wl, n))
    if not os.path.exists(p):
        c = [load(k, n) for k in cols]
        if wl == "B1":  # gnuplot circles take radii in x units
            c[2] = c[2] * (1000.0 / 1800)
        np.stack(c, 1).tofile(p)
    b = "'%s' binary record=%d format='%s'" % (p, n, "%double" * len(cols))
    return {"S1": "set title 'Scatter'; unset key\nplot %s using 1:2 with points pt 7 ps 0.25 lc rgb '#B21f77b4'" % b,
            "C1": "set title 'Columns'; unset key; set style fill solid; set boxwidth 0.8; set xrange [-1:%d]; set yrange [0:*]\nplot %s using ($0):1 with boxes" % (n, b),
            "B1": "set title 'Bubbles'; unset key; set style fill transparent solid 0.5 noborder\nplot %s using 1:2:3 with circles" % b,
            "A1": "set title 'Band'; unset key; set style fill transparent solid 0.5 noborder\nplot %s using 1:2:3 with filledcurves" % b,
            "K1": "set title 'Candles'; unset key; set style fill solid; set boxwidth 0.7\nplot %s using ($0):1:2:3:4 with candlesticks" % b}[wl]


def t1_cmds(path, i):
    b = "'%s' binary record=1000 format='%%double%%double%%double%%double'" % path
    return ("set title '%s'; set xlabel '%s'; set ylabel '%s'; set key left top\nplot " % (T1_TITLE % i, T1_X, T1_Y)
            + ", ".join("%s using 1:%d with lines lw 1 title '%s'" % (b, k + 2, nm) for k, nm in enumerate(T1_NAMES)))


def t1_file(path, x, ys):
    np.stack([x] + list(ys), 1).tofile(path)


def make(wl, n, var):
    gp = subprocess.Popen(["gnuplot"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    make.gp = gp
    w, h = (800, 400) if wl == "T1" else (W, H)
    o = os.path.join(TMP, "o.png")
    gp.stdin.write("set print '-'\nset term pngcairo size %d,%d\n" % (w, h))
    get = t1_data() if wl == "T1" else None
    st = {"n": 1_000_000}

    def frame(i):
        ph = Phases()
        if wl == "T1":
            p = os.path.join(TMP, "t1.f64"); t1_file(p, *get(i)); c = t1_cmds(p, i)
        elif wl == "M1":
            st["n"] += 1000; c = cmds(wl, st["n"])
        else:
            c = cmds(wl, n, var)
        gp.stdin.write("set output '%s'\n%s\nunset output\nprint 'DONE'\n" % (o, c)); gp.stdin.flush()
        while True:
            l = gp.stdout.readline()
            if not l or l.strip() == "DONE":
                break
        if gp.poll() is not None:
            raise Skip("gnuplot ended")
        ph.mark("draw+encode")
        with open(o, "rb") as f:
            return f.read(), ph
    return frame


def write_script(path, wl, n):
    with open(path, "w") as f:
        w, h = (800, 400) if wl == "T1" else (W, H)
        f.write("set term pngcairo size %d,%d\nset output '%s.png'\n" % (w, h, path))
        if wl == "T1":
            t1_file(path + ".f64", *t1_data()(0)); f.write(t1_cmds(path + ".f64", 0) + "\n")
        else:
            f.write(cmds(wl, n) + "\n")


def close():
    make.gp.stdin.close(); make.gp.wait()


if __name__ == "__main__":
    if "--script" in sys.argv:
        i = sys.argv.index("--script")
        write_script(sys.argv[i + 1], sys.argv[i + 2], int(float(sys.argv[i + 3])))
    else:
        cli("gnuplot", make, close)
