import Foundation
import Vitrail

/// A change of the plain line that must not make its picture much slower.
struct Variation {
    /// The permitted time of a picture.
    enum Goal {
        /// At most this many times the plain picture.
        case times(Double)
        /// At most `Variations.limit` times the plain picture, and the reading measured on its own.
        case timesAndReading(() throws -> Void)
        /// At most this many milliseconds for each series.
        case perSeries(Double, count: Int)
    }

    var key: String
    var name: String
    var goal = Goal.times(Variations.limit)
    /// Called once before the first picture.
    var prepare: () throws -> Void = {}
    /// A new chart for every picture, because a chart keeps summaries of its samples.
    var chart: () throws -> Chart
}

/// The variations of the line of 10⁶ samples at 1920 × 1080.
///
/// Values stay in the same arrays; each picture wraps them in new columns.
final class Variations {
    static let count = 1_000_000
    /// Times the plain picture.
    static let limit = 1.5
    private static let size = (width: 1920.0, height: 1080.0)
    private static let lineCount = 64
    private static let lineSamples = 100_000

    /// Ascending with irregular steps, and a random walk over it.
    private let x: [Double]
    private let y: [Double]
    private let folder: String

    init() {
        var random = Seeded(21)
        var (position, value) = (0.0, 0.0)
        var (x, y) = ([Double](), [Double]())
        x.reserveCapacity(Self.count)
        y.reserveCapacity(Self.count)
        for _ in 0..<Self.count {
            position += random.next() + 0.5
            value += random.normal()
            x.append(position)
            y.append(value)
        }
        (self.x, self.y) = (x, y)
        folder = NSTemporaryDirectory() + "vitrail-variations-\(getpid())"
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The line that all are compared with.
    var plain: Chart { chart(LineSeries(columns: columns(x, y))) }

    func all() -> [Variation] { order() + gaps() + axes() + types() + files() + series() + sizes() }

    // MARK: Order

    private func order() -> [Variation] {
        let falling = (Array(x.reversed()), Array(y.reversed()))
        let blocks = blocks(10)
        let repeated = x.indices.map { x[$0 / 2 * 2] }
        return [
            Variation(key: "falling", name: "falling x") { [self] in line(falling.0, falling.1) },
            Variation(key: "blocks", name: "x in ten shuffled blocks") { [self] in line(blocks.0, blocks.1) },
            Variation(key: "duplicated", name: "each x twice") { [self] in line(repeated, y) },
        ]
    }

    /// The samples in blocks of equal length, in a random order.
    private func blocks(_ count: Int) -> (x: [Double], y: [Double]) {
        var random = Seeded(22)
        var order = Array(0..<count)
        for k in stride(from: count - 1, to: 0, by: -1) { order.swapAt(k, Int(random.next() * Double(k + 1))) }
        let length = x.count / count
        func shuffled(_ values: [Double]) -> [Double] { order.flatMap { values[$0 * length..<($0 + 1) * length] } }
        return (shuffled(x), shuffled(y))
    }

    // MARK: Gaps

    private func gaps() -> [Variation] {
        [(0.01, "1"), (0.33, "33")].map { share, name in
            var random = Seeded(23)
            let gapped = y.map { random.next() < share ? .nan : $0 }
            return Variation(key: "gaps.\(name)", name: "\(name) % of y missing, at random") { [self] in
                line(x, gapped)
            }
        }
    }

    // MARK: Axes

    private func axes() -> [Variation] {
        // About five decades; a second for each unit of x.
        let powers = y.map { Foundation.pow(10, $0 / 400) }
        let start = 1_356_998_400.0
        let dates = x.map { start + $0 }
        return [
            Variation(key: "dates", name: "date axis") { [self] in
                let chart = Chart(width: Self.size.width, height: Self.size.height, xAxisType: .dateTime)
                return filled(
                    chart,
                    LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: dates), y: Column(y))))
            },
            Variation(key: "log", name: "logarithmic y-axis") { [self] in
                let chart = Chart(width: Self.size.width, height: Self.size.height, yAxisType: .logarithmic)
                return filled(chart, LineSeries(columns: columns(x, powers)))
            },
            Variation(key: "log.x", name: "logarithmic x-axis") { [self] in
                let chart = Chart(width: Self.size.width, height: Self.size.height, xAxisType: .logarithmic)
                return filled(chart, LineSeries(columns: columns(x, y)))
            },
        ]
    }

    // MARK: Types and classes

    /// A host's class without changes.
    private final class MyLine: LineSeries {}

    private func types() -> [Variation] {
        let floats = (x.map(Float.init), y.map(Float.init))
        let integers = (x.map { Int64($0 * 1_000) }, y.map { Int64($0 * 1_000) })
        return [
            Variation(key: "float32", name: "Float32") { [self] in
                chart(LineSeries(columns: SeriesColumns(x: Column(floats.0), y: Column(floats.1))))
            },
            Variation(key: "int64", name: "Int64") { [self] in chart(LineSeries(x: integers.0, y: integers.1)) },
            Variation(key: "vertical", name: "vertical") { [self] in
                chart(LineSeries(columns: columns(y, x), orientation: .vertical))
            },
            Variation(key: "subclass", name: "an empty subclass of LineSeries") { [self] in
                chart(MyLine(columns: columns(x, y)))
            },
        ]
    }

    // MARK: Files

    private func files() -> [Variation] {
        let (table, text) = ("\(folder)/line.npy", "\(folder)/line.csv")
        return [
            Variation(
                key: "strided", name: "strided: two columns of a NumPy table",
                prepare: { [self] in try writeTable(to: table) }
            ) { [self] in
                let columns = try ArrayFile(path: table).columns(["1", "2"])
                return chart(LineSeries(columns: SeriesColumns(x: columns["1"], y: columns["2"])))
            },
            Variation(
                key: "csv", name: "CSV",
                goal: .timesAndReading { _ = try CSV.columns(["x", "y"], ofFile: text) },
                prepare: { [self] in try writeText(to: text) }
            ) { [self] in
                let columns = try CSV.columns(["x", "y"], ofFile: text)
                return chart(LineSeries(columns: SeriesColumns(x: columns["x"], y: columns["y"])))
            },
        ]
    }

    private func writeText(to path: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try (["x,y"] + zip(x, y).map { "\($0),\($1)" }).joined(separator: "\n").write(
            toFile: path, atomically: false, encoding: .utf8)
    }

    /// A C-contiguous array of doubles with the shape (n, 2).
    private func writeTable(to path: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var header = "{'descr': '<f8', 'fortran_order': False, 'shape': (\(x.count), 2), }"
        header += String(repeating: " ", count: 117 - header.utf8.count) + "\n"
        var bytes = Data([0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8))
        let values = zip(x, y).flatMap { [$0, $1] }
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    // MARK: Many lines

    private func series() -> [Variation] {
        // Parts of the walk, each shifted to begin at its own value.
        let short = Array(x[..<Self.lineSamples])
        let lines = (0..<Self.lineCount).map { k in
            let start = k * 14_000
            return y[start..<start + Self.lineSamples].map { $0 - y[start] + Double(k * 40) }
        }
        return [
            Variation(
                key: "lines", name: "\(Self.lineCount) lines of 10⁵ samples",
                goal: .perSeries(2, count: Self.lineCount)
            ) { [self] in
                let chart = Chart(width: Self.size.width, height: Self.size.height)
                for line in lines { chart.add(LineSeries(columns: columns(short, line))) }
                return titled(chart)
            }
        ]
    }

    // MARK: Sizes

    private func sizes() -> [Variation] {
        let large = 4 * Self.limit
        return [
            Variation(key: "size.large", name: "3840 × 2160", goal: .times(large)) { [self] in
                filled(Chart(width: 3840, height: 2160), LineSeries(columns: columns(x, y)))
            },
            Variation(key: "scale", name: "scale 2", goal: .times(large)) { [self] in
                let chart = plain
                chart.scale = 2
                return chart
            },
            Variation(key: "size.small", name: "400 × 200", goal: .times(1)) { [self] in
                filled(Chart(width: 400, height: 200), LineSeries(columns: columns(x, y)))
            },
        ]
    }

    // MARK: Charts

    private func columns(_ x: [Double], _ y: [Double]) -> SeriesColumns { SeriesColumns(x: Column(x), y: Column(y)) }

    private func line(_ x: [Double], _ y: [Double]) -> Chart { chart(LineSeries(columns: columns(x, y))) }

    private func chart(_ series: Series) -> Chart {
        filled(Chart(width: Self.size.width, height: Self.size.height), series)
    }

    private func filled(_ chart: Chart, _ series: Series) -> Chart {
        chart.add(series)
        return titled(chart)
    }

    private func titled(_ chart: Chart) -> Chart {
        chart.title = "A random walk"
        return chart
    }
}
