import Testing
import VitrailChart
import VitrailColumns
import VitrailImage
import VitrailTestNumbers

/// A chart on square-root axes is the chart of the roots on number axes.
@Suite("Square-root axes are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SquareRootOracleTests {
    enum Kind: CaseIterable { case line, area, columns, bars, markers, density }

    /// Samples on a square-root axis, or their roots on a number axis.
    private func chart(_ kind: Kind, count: Int, areRoots: Bool) -> Chart {
        var numbers = SeededNumbers(seed: 11)
        var (roots, walk) = ((x: [Double](), y: [Double]()), 4.0)
        for i in 0..<count {
            walk += numbers.double(-1...1) - (walk - 2) * 0.05
            roots.x.append(-6 + 18 * Double(i) / Double(count - 1))
            roots.y.append(walk)
        }
        func values(_ roots: [Double]) -> Column { Column(areRoots ? roots : roots.map { $0 * abs($0) }) }
        func range(_ low: Double, _ high: Double) -> NumberRange {
            areRoots ? NumberRange(low, high) : NumberRange(low * abs(low), high * abs(high))
        }
        let type: AxisType = areRoots ? .number : .squareRoot
        let chart = Chart(width: 213, height: 131, xAxisType: type, yAxisType: type)
        chart.scale = 1.5
        let columns = SeriesColumns(
            x: values(kind == .bars ? roots.y : roots.x), y: values(kind == .bars ? roots.x : roots.y))
        switch kind {
        case .line: chart.add(LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: 2)))
        case .area: chart.add(LineSeries(columns: columns, style: LineSeriesStyle(showFill: true)))
        case .columns: chart.add(ColumnSeries(columns: columns, style: BarColumnSeriesStyle(barWidth: 3)))
        case .bars: chart.add(BarSeries(columns: columns, style: BarColumnSeriesStyle(barWidth: 3)))
        case .markers: chart.add(ScatterSeries(columns: columns))
        case .density: chart.add(DensitySeries(columns: columns))
        }
        let wide = (along: range(-6.5, 12.5), across: range(-4, 9))
        chart.xAxis?.setDefaultRange(kind == .bars ? wide.across : wide.along)
        chart.yAxis?.setDefaultRange(kind == .bars ? wide.along : wide.across)
        for axis in chart.allAxes {
            axis.style.lineWidth = 0
            axis.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.minorTickStyle = TickStyle(showTicks: false, showLabels: false)
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
            axis.style.gridStripeStyle = GridStripeStyle(showGridStripes: false)
        }
        return chart
    }

    @Test("the picture is that of the roots on number axes", arguments: Kind.allCases, [40, 9_000])
    func roots(kind: Kind, count: Int) async throws {
        let drawn = try plan(chart(kind, count: count, areRoots: false)).scene
        let roots = chart(kind, count: count, areRoots: true)
        // Each sample is drawn individually, except the bars and discs of many samples.
        if kind == .line || kind == .area { roots.decimation = .none }
        let expected = try plan(roots).scene
        #expect(drawn.plotArea == expected.plotArea)
        let limits = InkComparison.Limits(mean: count > 1_000 ? 4 : 2, p99: 24, max: 255, interior: 255)
        let result = try await Oracle.compare("\(kind) of \(count) roots", drawn, exact: expected, limits: limits)
        #expect(result.passed && result.statistics.count > 200, "\(result)")
    }

    @Test("half a pixel off, the picture is another one", arguments: Kind.allCases)
    func values(kind: Kind) async throws {
        let drawn = try plan(chart(kind, count: 40, areRoots: false)).scene
        let other = chart(kind, count: 40, areRoots: true)
        // The roots half a pixel off.
        for axis in other.allAxes {
            guard let range = axis.explicitDefaultRange else { continue }
            axis.setDefaultRange(NumberRange(range.minimum - 0.1, range.maximum))
        }
        let result = try await Oracle.compare("\(kind) on other axes", drawn, exact: try plan(other).scene)
        #expect(!result.passed, "\(result)")
    }
}
