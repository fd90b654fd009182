import Vitrail

/// The charts that are timed.
enum Workloads {
    /// A random walk.
    static func walk(_ count: Int, seed: UInt64) -> [Double] {
        var random = Seeded(seed)
        var value = 0.0
        return (0..<count).map { _ in
            value += random.normal()
            return value
        }
    }

    /// 800 × 400, three lines of 1,000 samples, title, axes, axis titles, legend; other data at every call.
    static func report(_ round: Int) -> Chart {
        let chart = Chart(width: 800, height: 400)
        chart.title = "Requests per second"
        chart.xAxis?.title = "Minute"
        chart.yAxis?.title = "Requests"
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        for (k, name) in ["frontend", "api", "storage"].enumerated() {
            chart.add(LineSeries(title: name, columns: SeriesColumns(y: Column(walk(1000, seed: UInt64(round * 3 + k + 1))))))
        }
        return chart
    }

    /// A line of a random walk at 1920 × 1080, from columns in memory.
    static func line(_ y: Column) -> Chart {
        let chart = Chart(width: 1920, height: 1080)
        chart.title = "A random walk"
        chart.add(LineSeries(columns: SeriesColumns(y: y)))
        return chart
    }
}
