"""The data of the benchmarks of live charts."""
import numpy


def walk(folder, count):
    """The path of a random walk of `count` samples as raw 32-bit numbers; it is written once, in parts."""
    path = folder / f"walk-{count}.f32"
    if not path.exists():
        random, last = numpy.random.default_rng(1), 0.0
        with open(path.with_suffix(".part"), "wb") as file:
            for start in range(0, count, 1_000_000):
                part = random.normal(size=min(1_000_000, count - start)).cumsum() + last
                last = part[-1]
                part.astype("<f4").tofile(file)
        path.with_suffix(".part").rename(path)
    return path
