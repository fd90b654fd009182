"""Who is measured, and with what."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Peer:
    """Another renderer, or a bound on renderers."""
    script: str
    # Pinned, from PyPI; what all of them need lies in BASE.
    packages: tuple = ()
    # Imported to see whether it can run here.
    module: str = ""
    # An executable, and the Debian package that brings it.
    program: str = ""
    debian: str = ""
    # workload -> variants; elsewhere "default".
    variants: dict = dataclasses.field(default_factory=dict)
    # workload -> largest n: more of it takes minutes.
    limits: dict = dataclasses.field(default_factory=dict)
    # What its pictures lack, for the table.
    note: str = ""
    # Whether it draws VARIATIONS.
    draws_variations: bool = False

    def variants_of(self, workload):
        return self.variants.get(workload, ("default",))

    def takes(self, workload, n):
        return n <= self.limits.get(workload, n) and (workload not in VARIATIONS or self.draws_variations)


BASE = ("numpy==2.4.6", "pillow==13.0.0", "tsdownsample==0.1.5.1", "pandas==3.1.1")

PEERS = {
    "xy": Peer("peer_xy.py", ("xy==0.0.8",), "xy", variants={"S1": ("default", "exact")}, draws_variations=True),
    "matplotlib": Peer(
        "peer_matplotlib.py", ("matplotlib==3.11.2",), "matplotlib",
        variants={"L1": ("default", "decim"), "A1": ("default", "decim"), "M1": ("default", "decim"), "C1": ("coll",)}),
    "vl-convert": Peer(
        "peer_vlconvert.py", ("vl-convert-python==1.9.0.post1",), "vl_convert",
        limits={"L1": 100_000, "S1": 100_000, "A1": 100_000, "K1": 10_000, "B1": 10_000}),
    "pyqtgraph": Peer(
        "peer_pyqtgraph.py", ("pyqtgraph==0.14.0", "PySide6_Essentials==6.12.0"), "pyqtgraph",
        variants={"L1": ("default", "down"), "M1": ("down",)}, limits={"L1": 10_000_000, "S1": 1_000_000}, note="lines not antialiased"),
    "gnuplot": Peer(
        "peer_gnuplot.py", program="gnuplot", debian="gnuplot-nox", limits={"L1": 1_000_000, "S1": 1_000_000}),
    "datashader": Peer(
        "peer_datashader.py", ("datashader==0.19.1", "numba==0.68.1", "dask==2026.8.0"), "datashader", note="no axes, no text"),
    "vispy": Peer("peer_vispy.py", ("vispy==0.17.0", "PyOpenGL==3.1.10"), "vispy", note="lines not antialiased"),
    "fastplotlib": Peer(
        "peer_fastplotlib.py", ("fastplotlib==0.7.0", "pygfx==0.17.0", "wgpu==0.32.0", "rendercanvas==2.7.2"), "fastplotlib",
        limits={"L1": 1_000_000, "S1": 100_000}),
    "plotly": Peer(
        "peer_plotly.py", ("plotly==7.1.0", "kaleido==1.5.0"), "plotly", program="chromium", debian="chromium",
        limits={"L1": 100_000, "S1": 100_000, "A1": 100_000, "K1": 10_000, "B1": 10_000}),
    "pygal": Peer("peer_pygal.py", ("pygal==3.1.3", "CairoSVG==2.9.1"), "pygal"),
    "canvas": Peer(
        "peer_canvas.py", ("skia-python==144.1", "pycairo==1.29.2"), "skia",
        variants={w: ("skia",) for w in ("L1", "S1", "C1", "B1", "A1", "P1", "T1", "M1")}, note="hand-drawn axes, no layout"),
}

# Those without a browser, a driver or a compiler of their own.
USUAL = ("xy", "matplotlib", "vl-convert", "pyqtgraph", "gnuplot", "datashader")

# L1 with one change; common.py makes their data.
VARIATIONS = {
    "V-falling": "line, falling x", "V-blocks": "line, x in ten shuffled blocks", "V-twice": "line, each x twice",
    "V-gaps1": "line, 1 % missing", "V-gaps33": "line, 33 % missing", "V-dates": "line, date axis",
    "V-log": "line, logarithmic y-axis", "V-float32": "line, float32", "V-int64": "line, int64",
    "V-lines": "64 lines", "V-large": "line, 3840 × 2160", "V-small": "line, 400 × 200",
}

# workload -> sizes
WORKLOADS = {
    "L1": (1_000_000, 10_000_000),
    "S1": (100_000, 10_000_000),
    "A1": (1_000_000,),
    "K1": (100_000,),
    "C1": (10_000,),
    "B1": (100_000,),
    "P1": (12,),
    "T1": (1_000,),
    "M1": (1_000_000,),
    **{code: (100_000 if code == "V-lines" else 1_000_000,) for code in VARIATIONS},
}

TITLES = {
    "L1": "line", "S1": "scatter, 3 px, alpha 0.3", "A1": "band", "K1": "candles", "C1": "columns", "B1": "bubbles, 1–15 px radius",
    "P1": "donut", "T1": "report chart, 800 × 400", "M1": "stream, 1000 more a picture", **VARIATIONS,
}


def chosen_peers(words):
    """["xy", "matplotlib:decim"] -> {"xy": None, "matplotlib": ["decim"]}; None = the variants of each workload."""
    chosen = {}
    for word in words or USUAL:
        name, _, variant = word.partition(":")
        name = {"vlconvert": "vl-convert"}.get(name, name)
        for peer in PEERS if name == "all" else [name]:
            if peer not in PEERS:
                raise SystemExit("there is no peer %s; there are: %s" % (peer, " ".join(PEERS)))
            if variant and chosen.get(peer, []) is not None:
                chosen.setdefault(peer, []).append(variant)
            else:
                chosen[peer] = None
    return chosen


def chosen_workloads(words):
    """["L1", "S1:1e6"] -> [("L1", 1000000), ("L1", 10000000), ("S1", 1000000)]; "V" = all variations"""
    chosen = []
    for word in [code for word in words or WORKLOADS for code in (VARIATIONS if word == "V" else [word])]:
        code, _, size = word.partition(":")
        if code not in WORKLOADS:
            raise SystemExit("there is no workload %s; there are: %s" % (code, " ".join(WORKLOADS)))
        chosen += [(code, int(float(size)))] if size else [(code, n) for n in WORKLOADS[code]]
    return chosen
