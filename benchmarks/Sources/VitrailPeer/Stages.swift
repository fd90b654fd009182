import Vitrail

/// Breakdown of the pictures' time.
struct Stages {
    private static let names = ["plan", "tessellate", "upload", "draw", "readback", "encode", "other"]
    /// Seconds, by stage and picture.
    private var times = [[Double]](repeating: [], count: names.count)
    private var whole: [Double] = []

    mutating func add(_ picture: Run.Picture) {
        let took = picture.statistics.milliseconds
        let stages = [took.plan, took.tessellate, took.upload, took.draw, took.readback, took.encode].map { $0 / 1_000 }
        // The rest: making the chart, and switching to the device's thread and back.
        for (k, seconds) in (stages + [picture.time - stages.reduce(0, +)]).enumerated() { times[k].append(seconds) }
        whole.append(picture.time)
    }

    var medians: [(name: String, seconds: Double)] { zip(Self.names, times).map { ($0, $1.quantile(0.5)) } }

    func print() {
        let rows = medians + [("picture", whole.quantile(0.5))]
        for (name, seconds) in rows {
            let milliseconds = "\((seconds * 1e6).rounded() / 1e3)"
            Swift.print("\(name)\(String(repeating: " ", count: 12 - name.count))\(milliseconds) ms")
        }
    }
}

extension [Double] {
    /// The value at this quantile; NaN if there are none.
    func quantile(_ share: Double) -> Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }
}
