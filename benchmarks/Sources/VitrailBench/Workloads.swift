import Vitrail

/// The charts that are timed.
enum Workloads {
    /// A random walk.
    static func walk(_ count: Int, seed: UInt64) -> Column {
        var random = Seeded(seed)
        var value = 0.0
        return Column(
            (0..<count).map { _ in
                value += random.normal()
                return value
            })
    }

    /// 800 × 400, three lines of 1,000 samples, title, axes, axis titles, legend.
    ///
    /// - Parameter data: one column a line.
    static func report(_ data: [Column]) -> Chart {
        let chart = Chart(width: 800, height: 400)
        chart.title = "Requests per second"
        chart.xAxis?.title = "Minute"
        chart.yAxis?.title = "Requests"
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        for (name, column) in zip(["frontend", "api", "storage"], data) {
            chart.add(LineSeries(title: name, columns: SeriesColumns(y: column)))
        }
        return chart
    }

    /// Data of `count` reports, so that none is drawn twice in a row.
    static func reportData(_ count: Int = 32) -> [[Column]] {
        (0..<count).map { round in (0..<3).map { walk(1000, seed: UInt64(round * 3 + $0 + 1)) } }
    }

    /// A line of a random walk at 1920 × 1080.
    static func line(_ y: Column) -> Chart {
        let chart = Chart(width: 1920, height: 1080)
        chart.title = "A random walk"
        chart.add(LineSeries(columns: SeriesColumns(y: y)))
        return chart
    }
}

/// Columns in turn, for ever.
struct Turns<Element> {
    private let elements: [Element]
    private var next = 0

    init(_ elements: [Element]) { self.elements = elements }

    mutating func take() -> Element {
        defer { next = (next + 1) % elements.count }
        return elements[next]
    }
}
