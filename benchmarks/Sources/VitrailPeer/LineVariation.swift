import Glibc
import Vitrail

/// L1 with one change: the data, the axes and the size of `Variation` in `peers/common.py`.
enum LineVariation: String {
    case falling = "V-falling"
    case blocks = "V-blocks"
    case twice = "V-twice"
    case gaps1 = "V-gaps1"
    case gaps33 = "V-gaps33"
    case dates = "V-dates"
    case log = "V-log"
    case float32 = "V-float32"
    case int64 = "V-int64"
    case lines = "V-lines"
    case large = "V-large"
    case small = "V-small"

    private static let lineCount = 64
    /// Samples of the walk between the starts of neighbouring lines.
    private static let lineDistance = 14_000
    /// 1 January 2013.
    private static let start = 1_356_998_400.0
    /// The blocks of the walk in the order of the shuffled line.
    private static let order = [4, 9, 0, 6, 2, 8, 1, 5, 3, 7]

    /// Makes the chart of a picture.
    ///
    /// - Parameter count: samples of a line.
    /// - Throws: `PeerData.Missing`.
    func charts(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let length = self == .lines ? (Self.lineCount - 1) * Self.lineDistance + count : count
        let (x, y) = (try data.values("walk_x", length), try data.values("walk_y", length))
        switch self {
        case .falling: return charts(x.reversed(), y.reversed())
        case .blocks: return charts(shuffled(x), shuffled(y))
        case .twice: return charts(x.indices.map { x[$0 / 2 * 2] }, y)
        case .gaps1: return charts(x, gapped(y, 0.01))
        case .gaps33: return charts(x, gapped(y, 0.33))
        case .dates: return dates(x, y)
        case .log: return charts(x, y.map { pow(10, $0 / 400) })
        case .large, .small: return charts(x, y)
        case .float32:
            let (x, y) = (x.map(Float.init), y.map(Float.init))
            return { _ in chart([LineSeries(columns: SeriesColumns(x: Column(x), y: Column(y)))]) }
        case .int64:
            let (x, y) = (x.map { Int64($0 * 1_000) }, y.map { Int64($0 * 1_000) })
            return { _ in chart([LineSeries(x: x, y: y)]) }
        case .lines:
            let short = Array(x[..<count])
            let lines = (0..<Self.lineCount).map { k in
                let start = k * Self.lineDistance
                return y[start..<start + count].map { $0 - y[start] + Double(k * 40) }
            }
            return { _ in chart(lines.map { LineSeries(columns: SeriesColumns(x: Column(short), y: Column($0))) }) }
        }
    }

    // MARK: Data

    private func shuffled(_ values: [Double]) -> [Double] {
        let length = values.count / Self.order.count
        return Self.order.flatMap { values[$0 * length..<($0 + 1) * length] }
    }

    /// The values with a share of them missing, at random.
    private func gapped(_ values: [Double], _ share: Double) -> [Double] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return values.map { value in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53) < share ? .nan : value
        }
    }

    // MARK: Charts

    private func charts(_ x: [Double], _ y: [Double]) -> (Int) -> Chart {
        { _ in chart([LineSeries(columns: SeriesColumns(x: Column(x), y: Column(y)))]) }
    }

    private func dates(_ x: [Double], _ y: [Double]) -> (Int) -> Chart {
        let x = x.map { $0 + Self.start }
        return { _ in chart([LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: x), y: Column(y)))]) }
    }

    private func chart(_ lines: [LineSeries]) -> Chart {
        let size = self == .large ? (3840.0, 2160.0) : self == .small ? (400.0, 200.0) : Workload.size
        let chart = Chart(
            width: size.0, height: size.1, xAxisType: self == .dates ? .dateTime : .number,
            yAxisType: self == .log ? .logarithmic : .number)
        chart.title = rawValue
        chart.xAxis?.title = "Sample"
        chart.yAxis?.title = "Value"
        for line in lines {
            if lines.count == 1 { line.style = Workload.lineStyle }
            chart.add(line)
        }
        return chart
    }
}
