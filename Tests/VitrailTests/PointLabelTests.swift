import Testing
import Vitrail

/// Properties of the label style at points, checked by their pixels.
@Suite("Labels at points")
struct PointLabelTests {
    /// Records the texts passed to it, and replaces them if it has another one.
    private final class Host: ChartDelegate {
        var text: String?
        var seen: [String] = []

        func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries) {
            seen.append(label.text)
            if let text { label.text = text }
        }
    }

    /// A point at (2, 1) on axes from −4 to 4, with a red label and nothing else; returns the texts seen by the host,
    /// too.
    private func render(
        _ style: DataPointLabelStyle, _ text: String? = nil, orientation: CartesianSeries.Orientation = .horizontal,
        value: Double = 1,
        column: Color = .clear
    ) async throws -> (probe: Probe, seen: [String]) {
        let (along, across) = (Column([2.0]), Column([value]))
        let chart = Probe.chart(x: NumberRange(-4, 4), y: NumberRange(-4, 4)).bare()
        var style = style
        (style.showLabels, style.textColor) = (true, .pureRed)
        let drawnStyle = BarColumnSeriesStyle(areaColor: column, dataPointLabelStyle: style)
        let isHorizontal = orientation == .horizontal
        chart.add(
            isHorizontal
                ? ColumnSeries(columns: SeriesColumns(x: along, y: across), style: drawnStyle)
                : BarSeries(columns: SeriesColumns(x: across, y: along), style: drawnStyle))
        let host = Host()
        host.text = text
        chart.delegate = host
        return (try await Probe(chart), host.seen)
    }

    /// The label's box, and the centre of its ink.
    private func ink(_ probe: Probe) throws -> (box: PixelRect, x: Double, y: Double) {
        let box = try #require(probe.ink(.pureRed, in: probe.plot))
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for row in box.y..<box.maxY {
            for column in box.x..<box.maxX {
                let share = Double(255 - probe[column, row].green)
                (sum, x, y) = (sum + share, x + share * (Double(column) + 0.5), y + share * (Double(row) + 0.5))
            }
        }
        return (box, x / sum, y / sum)
    }

    @Test("a text reads to the right, down, upside down or up", arguments: DataPointLabelStyle.TextOrientation.allCases)
    func textOrientation(orientation: DataPointLabelStyle.TextOrientation) async throws {
        let style = DataPointLabelStyle(textOrientation: orientation, font: FontStyle(size: 20))
        // Most ink is at the start of the text.
        let (box, x, y) = try ink(try await render(style, "MMMM.......").probe)
        let shift = (x: x - Double(box.x + box.maxX) / 2, y: y - Double(box.y + box.maxY) / 2)
        let isLevel = orientation == .horizontal || orientation == .horizontalReversed
        #expect(isLevel ? box.width > 4 * box.height : box.height > 4 * box.width)
        switch orientation {
        case .horizontal: #expect(shift.x < -12)
        case .horizontalReversed: #expect(shift.x > 12)
        case .vertical: #expect(shift.y < -12)
        case .verticalReversed: #expect(shift.y > 12)
        }
    }

    @Test("a font's size, and values of x, y or both as their axes write them")
    func fontAndValues() async throws {
        let small = try ink(try await render(DataPointLabelStyle(font: FontStyle(size: 10))).probe).box
        let large = try ink(try await render(DataPointLabelStyle(font: FontStyle(size: 40))).probe).box
        #expect(abs(Double(large.height) / Double(small.height) - 4) < 0.7)
        for (values, text) in [(DataPointLabelStyle.DisplayValues?.none, "1"), (.x, "2"), (.y, "1"), (.both, "2, 1")] {
            #expect(try await render(DataPointLabelStyle(displayValues: values)).seen == [text])
        }
    }

    @Test("a layer below the data, or above them")
    func position() async throws {
        func red(_ position: DataPointLabelStyle.Position?) async throws -> Int {
            let probe = try await render(
                DataPointLabelStyle(position: position, font: FontStyle(size: 30)), "MM", column: .pureBlue
            ).probe
            return probe.count { $0.isClose(to: .pureRed, 60) }
        }
        let (above, below) = (try await red(.aboveData), try await red(.belowData))
        // The column hides the lower half of the label.
        #expect(above > 100 && Double(below) < 0.7 * Double(above) && below > above / 4)
        #expect(try await red(nil) == below)
    }

    @Test(
        "the labels of the greatest and the least column are whole, and not on the axes' labels; those of several series are not on one another"
    )
    func insideTheChart() async throws {
        for orientation in CartesianSeries.Orientation.allCases {
            let values = Column([3.0, 9, -8, 2])
            let drawnStyle = BarColumnSeriesStyle(
                areaColor: .pureBlue,
                dataPointLabelStyle: DataPointLabelStyle(
                    showLabels: true,
                    offsetFromDataPoint: orientation == .horizontal ? Offset(x: 0, y: -12) : Offset(x: 14, y: 0),
                    position: .aboveData,
                    font: FontStyle(size: 20), textColor: .pureRed, displayValues: orientation == .horizontal ? .y : .x)
            )
            let chart = Chart(frame: Rect(x: 0, y: 0, width: 500, height: 400))
            chart.add(
                orientation == .horizontal
                    ? ColumnSeries(columns: SeriesColumns(y: values), style: drawnStyle)
                    : BarSeries(columns: SeriesColumns(x: values), style: drawnStyle))
            let rows = Column([0.0, 1, 2, 3])
            let over = ScatterSeries(
                columns: orientation == .horizontal
                    ? SeriesColumns(x: rows, y: values) : SeriesColumns(x: values, y: rows))
            over.style = ScatterSeriesStyle(
                pointStyle: PointStyle(showPoints: false), dataPointLabelStyle: drawnStyle.dataPointLabelStyle)
            let host = Host()
            chart.delegate = host
            let alone = try await Probe(chart)
            #expect(host.seen == ["3", "9", "−8", "2"])
            let area = try #require(chart.plotAreaFrame)
            // Axes are on the left and below.
            let room = PixelRect(x: Int(area.x), y: 0, width: 500 - Int(area.x), height: Int(area.maxY))
            #expect(try await Probe(chart).plot == alone.plot)
            let all = try #require(alone.ink(.pureRed, in: PixelRect(x: 0, y: 0, width: 500, height: 400)))
            #expect(all.x >= room.x && all.maxY <= room.maxY, "\(all) \(room)")
            // A digit of 20 points is some 15 high: none is cut.
            #expect(all.y > 0 && all.maxX < 500)
            // There is space for a label past the maximum value.
            #expect(orientation == .horizontal ? Double(all.y) < area.y - 10 : Double(all.maxX) > area.maxX + 10)
            chart.add(over)
            chart.reloadData()
            let both = try await Probe(chart)
            let (one, two) = (alone.count { $0.isClose(to: .pureRed, 60) }, both.count { $0.isClose(to: .pureRed, 60) })
            #expect(abs(one - two) <= one / 10, "\(one) \(two)")
        }
    }

    @Test(
        "a label without room on its side of the point stands on the other: on a column in a colour that can be read there"
    )
    func otherSide() async throws {
        for kind in 0..<2 {
            let labels = DataPointLabelStyle(
                showLabels: true, offsetFromDataPoint: Offset(x: 0, y: -14), position: .aboveData,
                font: FontStyle(size: 16), textColor: .pureRed)
            let chart = Probe.chart(x: NumberRange(-1, 3), y: NumberRange(-8, 10)).bare()
            // The axis is below the minimum value, without space for a label.
            chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: true, showLabels: true)
            let columns = SeriesColumns(x: Column([0.0, 1, 2]), y: Column([9.0, 5, -8]))
            chart.add(
                kind == 0
                    ? ColumnSeries(
                        columns: columns,
                        style: BarColumnSeriesStyle(areaColor: Color(0x802020), dataPointLabelStyle: labels))
                    : LineSeries(
                        columns: columns, style: LineSeriesStyle(lineColor: .pureBlue, dataPointLabelStyle: labels)))
            let probe = try await Probe(chart)
            let tip = try probe.position(of: 2, -8)
            var (red, white) = (0, 0)
            for y in Int(tip.y) - 24..<Int(tip.y) - 4 {
                for x in Int(tip.x) - 12..<Int(tip.x) + 12 {
                    red += probe[x, y].isClose(to: .pureRed, 60) ? 1 : 0
                    white += probe[x, y].isClose(to: .white, 60) ? 1 : 0
                }
            }
            // Red on dark red would be unreadable; beside the line everything is white.
            #expect(
                kind == 0 ? red == 0 && white > 10 && white < 100 : red > 10 && white > 300, "\(kind): \(red) \(white)")
        }
    }

    @Test(
        "the offset of a negative value is turned round along its axis, or not",
        arguments: CartesianSeries.Orientation.allCases)
    func flipped(orientation: CartesianSeries.Orientation) async throws {
        for (isFlipped, value) in [(true, 1.0), (true, -1), (false, 1), (false, -1)] {
            func middle(_ offset: Offset) async throws -> (x: Double, y: Double) {
                let style = DataPointLabelStyle(offsetFromDataPoint: offset, offsetFlippedForNegativeValues: isFlipped)
                let box = try ink(try await render(style, "M", orientation: orientation, value: value).probe).box
                return (Double(box.x + box.maxX) / 2, Double(box.y + box.maxY) / 2)
            }
            let (at, moved) = (try await middle(Offset(x: 0, y: 0)), try await middle(Offset(x: 30, y: -20)))
            let turn = isFlipped && value < 0 ? -1.0 : 1
            #expect(abs(moved.x - at.x - (orientation == .vertical ? turn : 1) * 30) <= 1)
            #expect(abs(moved.y - at.y + (orientation == .horizontal ? turn : 1) * 20) <= 1)
        }
    }
}
