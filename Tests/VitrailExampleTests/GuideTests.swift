import Foundation
import Testing
import Vitrail

@testable import Guide

/// Pictures of Examples/Guide, at one pixel per point.
@Suite("Guide")
struct GuideTests {
    // MARK: Stills

    @Test(
        "spokes are longer by 15 for each unit squared; a slice of 0 has none; the selected one has a large orange anchor"
    )
    func spokes() async throws {
        let picture = try await Snapshot(Spokes.figure())
        let series = try #require(picture.chart.series.first as? DonutSeries)
        let center = try #require(series.donutCenter)
        for (k, (name, value)) in Spokes.deliveries.enumerated() {
            let spoke = try #require(
                series.spokeStyle(ofSlice: k) ?? (value == 0 ? SpokeStyle(showSpokes: false) : nil))
            #expect(spoke.showSpokes == (value != 0))
            guard value != 0 else { continue }
            let plain = series.resolvedSpokeStyle(isSelected: k == 0).length
            #expect(abs(try #require(spoke.length) - plain - Double(value * value) * Spokes.growth) < 1e-9)
            let (middle, angle) = (try #require(series.sliceCenter(k)), try #require(series.midAngle(ofSlice: k)))
            let anchor = hypot(middle.x - center.x, middle.y - center.y)
            func color(_ distance: Double) -> Color {
                picture[center.x - sin(angle) * distance, center.y - cos(angle) * distance]
            }
            // The line has the style's length, and the anchor is on the slice.
            let end = anchor + (spoke.length ?? 0)
            #expect(color(end - 2).distance(to: .white) > 60 && color(end + 4).distance(to: .white) < 10, "\(name)")
            #expect(color(anchor - 3).distance(to: k == 0 ? Color(0xFF8000) : .black) < 8, "\(name)")
        }
        // A disc of 10 points.
        #expect(abs(picture.count { $0.distance(to: Color(0xFF8000)) < 3 } - 290) < 35)
    }

    @Test("pinned axes cross at 0 and stay at the edge when 0 leaves")
    func pinned() async throws {
        let figure = Axes.pinned()
        let picture = try await Snapshot(figure)
        let zero = try picture.position(0, 0)
        let line = try #require(picture.chart.xAxis?.resolvedStyle.lineColor)
        func isRow(_ picture: Snapshot, _ y: Double) -> Bool {
            stride(from: picture.plot.x + 3, to: picture.plot.maxX - 3, by: 7).count { x in
                (-1...1).contains { picture[x, y + Double($0)].distance(to: line) < 30 }
            } > 60
        }
        #expect(isRow(picture, zero.y) && !isRow(picture, zero.y + 20))
        let column = stride(from: picture.plot.y + 3, to: picture.plot.maxY - 3, by: 7).count { y in
            (-1...1).contains { picture[zero.x + Double($0), y].distance(to: line) < 30 }
        }
        #expect(column > 35)
        // Ticks with labels on both sides of 0, and a curve through (1, −2) and (−1, 2).
        #expect(try picture.color(1, -2, within: 1) { $0.distance(to: picture.lineColor) < 40 })
        #expect(try picture.color(-1, 2, within: 1) { $0.distance(to: picture.lineColor) < 40 })
        figure.chart.yAxis?.setRange(1, 6)
        let moved = try await Snapshot(figure)
        #expect(isRow(moved, moved.plot.maxY))
    }

    @Test("values that are left out take no room, and columns end at their values on both sides of them")
    func broken() async throws {
        let picture = try await Snapshot(try Axes.broken())
        let series = try #require(picture.chart.series.first as? ColumnSeries)
        let (axis, color) = (try #require(picture.chart.yAxis), try #require(series.resolvedStyle.areaColor))
        let (low, high) = (
            try #require(axis.pixelValue(forDataValue: 320)), try #require(axis.pixelValue(forDataValue: 1080))
        )
        #expect(abs(low - high) < 1e-9)
        let values = GuideData.values(try #require(series.columns.y))
        #expect(values.count == 6 && values[0] > 1300 && values[2] < 300)
        for (k, value) in values.enumerated() {
            let position = try picture.position(Double(k), value)
            #expect(
                picture[position.x, position.y + 2].distance(to: color) < 3
                    && picture[position.x, position.y - 2].distance(to: color) > 40, "column \(k)")
        }
        let grid = try #require(axis.resolvedStyle.majorGridLineStyle.lineColor)
        for value in [100.0, 200, 300, 1100, 1200, 1300] {
            let y = try picture.position(0, value).y
            #expect(
                (-1...1).contains { picture[picture.plot.maxX - 4, y + Double($0)].distance(to: grid) < 4 },
                "a tick at \(value)")
        }
        let cut = try picture.position(0, 320)
        #expect(
            picture[cut.x, cut.y] == .white && picture[cut.x, cut.y + 8] == color && picture[cut.x, cut.y - 8] == color)
        // The distance from 1,100 to 1,200 equals that from 100 to 200.
        let steps = try [(100.0, 200.0), (1100, 1200)].map {
            try picture.position(0, $0.0).y - picture.position(0, $0.1).y
        }
        #expect(abs(steps[0] - steps[1]) < 1e-6 && steps[0] > 20)
    }

    @Test("two y-axes: the line is on the left one, the columns are on the right one")
    func severalAxes() async throws {
        let picture = try await Snapshot(try Axes.several())
        let chart = picture.chart
        try #require(chart.allYAxes.count == 2 && chart.series.count == 2)
        #expect(chart.allYAxes[1].axisPosition == .reverse)
        // 15 February 2012: 497.67 and 53.8 million.
        let day = GuideData.date(2012, 2, 15).timeIntervalSince1970
        let x = picture.plot.x + (try #require(chart.xAxis?.pixelValue(forDataValue: day)))
        let volume =
            try #require(
                GuideData.columns(["date", "volume"], of: "aapl-ohlc.csv").map(GuideData.values).volume(on: day)) / 1e6
        let top = picture.plot.y + (try #require(chart.allYAxes[1].pixelValue(forDataValue: volume)))
        let rows = (Int(picture.plot.y)..<Int(picture.plot.maxY) - 2).filter { y in
            let color = picture[x, Double(y)]
            return Int(color.blue) - Int(color.red) > 30
        }
        let first = try #require(rows.first)
        #expect(volume > 50 && abs(Double(first) - top) <= 2)
        let price = try picture.position(day, 497.67)
        #expect((-3...3).contains { picture[price.x, price.y + Double($0)].distance(to: Color(0x1F2937)) < 60 })
    }

    @Test("ticks are where the delegate and the frequency put them; the tick at 18 °C is red")
    func ticks() async throws {
        let picture = try await Snapshot(try Tickmarks.figure())
        let grid = try #require(picture.chart.yAxis?.resolvedStyle.majorGridLineStyle.lineColor)
        let left = picture.plot.x + 4
        func row(_ value: Double, _ color: Color) throws -> Bool {
            let y = try picture.position(1, value).y
            return (-1...1).contains { picture[left, y + Double($0)].distance(to: color) < 12 }
        }
        for value in Tickmarks.levels { #expect(try row(value, value == Tickmarks.warm ? Tickmarks.red : grid)) }
        for value in [5.0, 10, 20] { #expect(try row(value, .white) && !row(value, grid)) }
        // The label's background, left of the plot area.
        let red = (0..<Int(picture.plot.x) - 1).flatMap { x in (0..<picture.image.height).map { (x, $0) } }.filter {
            picture[Double($0.0), Double($0.1)].distance(to: Tickmarks.red) < 8
        }
        let y = try picture.position(1, Tickmarks.warm).y
        #expect(red.count > 200 && red.allSatisfy { abs(Double($0.1) - y) < 14 })
        #expect(picture.chart.yAxis?.string(forId: 18) == "18 °C")
        // Long ticks at 1, 3, … 11, short ones between them.
        func tick(_ month: Double, _ below: Double) throws -> Bool {
            let x = try picture.position(month, 6).x
            return (-1...1).contains { picture[x + Double($0), picture.plot.maxY + below].distance(to: .white) > 60 }
        }
        for month in 1...12 { #expect(try tick(Double(month), 4) == (month % 2 == 1) && tick(Double(month), 2)) }
    }

    @Test("weekends and holidays take no room: all candles are at the same distance")
    func tradingDays() async throws {
        let picture = try await Snapshot(try TimeSeries.figure())
        let axis = try #require(picture.chart.xAxis)
        let style = try #require(picture.chart.series.first as? CandlestickSeries).resolvedStyle
        let colors = [try #require(style.risingColor), try #require(style.fallingColor)]
        let days = try TimeSeries.points().compactMap(\.xValue?.number).filter {
            $0 < TimeSeries.range.maximum.timeIntervalSince1970
        }
        #expect(days.count == 42)
        let positions = try days.map { try #require(axis.pixelValue(forDataValue: $0)) }
        let unit = picture.plot.width / 42
        for (k, position) in positions.enumerated() {
            #expect(abs(position - unit * (Double(k) + 0.5)) < 0.01, "day \(k)")
            let isPainted = (Int(picture.plot.y)..<Int(picture.plot.maxY)).contains { y in
                colors.contains { picture[picture.plot.x + position, Double(y)].distance(to: $0) < 30 }
            }
            #expect(isPainted, "day \(k)")
        }
    }

    @Test("annotations are added once and move with the data; a picture that is pinned at its corners stretches")
    func annotations() async throws {
        let figure = try Annotations.figure()
        let empty = try await Snapshot(figure)
        let count = figure.chart.annotations.count
        #expect(count == 4 + Annotations.releases.count)
        for month in [1, 5] {
            // All of 2012, then from May on.
            let (start, end) = (GuideData.date(2012, month, 1), GuideData.date(2013, 1, 1))
            figure.chart.xAxis?.setRange(start.timeIntervalSince1970, end.timeIntervalSince1970)
            let picture = try await Snapshot(figure)
            #expect(figure.chart.annotations.count == count && picture.image != empty.image)
            for release in Annotations.releases where release.day > start {
                #expect(
                    try picture.color(release.day.timeIntervalSince1970, release.price) { $0 == Flag.color },
                    "\(release.name)")
            }
            for (edge, inside) in [(Annotations.summer.0, 3.0), (Annotations.summer.1, -3)] {
                let position = try picture.position(edge.timeIntervalSince1970, 720)
                #expect(
                    picture[position.x + inside, position.y].distance(to: .white) > 40
                        && picture[position.x - inside, position.y].distance(to: .white) < 3)
            }
            let level = try picture.position(end.timeIntervalSince1970 - 30 * GuideData.day, Annotations.level)
            #expect((-1...1).contains { picture[level.x, level.y + Double($0)].distance(to: Color(0xD62828)) < 10 })
        }
    }

    @Test("a tap selects the nearest series, which gets wide, and deselects the one before")
    func selection() async throws {
        let figure = try Selection.figure()
        let picture = try await Snapshot(figure, frame: 0)
        let host = try #require(figure.host as? Selection)
        let series = figure.chart.series.compactMap { $0 as? LineSeries }
        try #require(series.count == 4)
        #expect(
            series.map(\.selected) == [false, false, false, true] && figure.chart.title == "Life expectancy: Rwanda")
        let year = GuideData.date(1980, 1, 1).timeIntervalSince1970
        /// Number of pixel rows in a series' colour in 1980, where all lines are nearly horizontal.
        func width(_ k: Int, _ picture: Snapshot) throws -> Int {
            let color = try #require(series[k].resolvedStyle.lineColor)
            let x = try picture.position(year, 50).x
            return (Int(picture.plot.y)..<Int(picture.plot.maxY)).count {
                picture[x, Double($0)].distance(to: color) < 25
            }
        }
        #expect(try (4...7).contains(width(3, picture)) && width(0, picture) <= 2)
        host.tap(year, 78)
        let after = try await Snapshot(figure)
        #expect(
            series.map(\.selected) == [true, false, false, false] && figure.chart.title == "Life expectancy: Japan")
        #expect(try (4...7).contains(width(0, after)) && width(3, after) <= 2)
    }

    @Test("each theme's colours are in its picture; a style that was set after the theme stays")
    func themes() async throws {
        let figures = try Themes.figures()
        #expect(figures.map(\.name) == ["guide-theme-light", "guide-theme-dark", "guide-theme-own"])
        for (figure, theme) in zip(figures, [Theme.light, .dark, Themes.own]) {
            let picture = try await Snapshot(figure)
            #expect(picture[1, 1].distance(to: try #require(theme.chart.backgroundColor)) <= 3, "\(theme.name)")
            let fill = try #require(picture.chart.series.last as? ColumnSeries).resolvedStyle
            #expect(fill.areaColor == theme.palette.fill(3))
            #expect(picture.count { $0.distance(to: theme.palette.fill(3)) < 12 } > 100, "\(theme.name)")
            let fonts = [picture.chart.yAxis, picture.chart.xAxis].map { $0?.resolvedStyle.titleStyle.font }
            #expect(fonts.map { $0?.isBold } == [true, false])
        }
    }

    // MARK: Animations

    @Test(
        "momentum: each frame moves by the same share less, the first flick ends by itself and the second at the end of the data"
    )
    func momentum() async throws {
        let figure = try Momentum.figure()
        var ranges: [NumberRange] = []
        var images: [PixelImage] = []
        for frame in 0..<figure.frameCount {
            let picture = try await Snapshot(figure, frame: frame)
            ranges.append(try #require(figure.chart.xAxis?.axisRange))
            images.append(picture.image)
            // The line matches the range in every frame.
            try picture.checkLine(at: [0.1, 0.3, 0.9], "frame \(frame)")
        }
        let data = try #require(figure.chart.xAxis?.dataRange)
        let span = ranges[0].span
        #expect(
            ranges.allSatisfy {
                abs($0.span - span) < 1 && $0.minimum >= data.minimum && $0.maximum <= data.maximum + 1e-3
            })
        let moves = zip(ranges, ranges.dropFirst()).map { $1.minimum - $0.minimum }
        // moves[k] leads to frame k + 1; the finger lifts in frame `start + dragFrames`.
        let lifted = Momentum.flicks[0] + Momentum.dragFrames
        let share = pow(Momentum.factor, 60 / Momentum.framesPerSecond)
        for k in lifted + 1..<lifted + 20 { #expect(abs(moves[k] / moves[k - 1] - share) < 1e-6, "frame \(k + 1)") }
        #expect(
            moves[lifted] > 0 && moves[44...46].allSatisfy { $0 == 0 } && images[44] == images[47]
                && images[44] != images[lifted])
        #expect(ranges[47].maximum < data.maximum - 5 * GuideData.day, "it did not end at a limit")
        #expect(abs(ranges[figure.frameCount - 1].maximum - data.maximum) < 1e-3)
        #expect(!figure.chart.advance(by: 1) && images[figure.frameCount - 1] == images[figure.frameCount - 4])
    }

    @Test("limits that the delegate sets hold in each step of a pinch and of a double tap")
    func limits() async throws {
        let figure = try Limits.figure()
        var spans: [Double] = []
        for frame in 0..<figure.frameCount {
            let picture = try await Snapshot(figure, frame: frame)
            spans.append(try #require(figure.chart.xAxis?.axisRange.span))
            if frame % 6 == 0 { try picture.checkLine(at: [0.05, 0.95], "frame \(frame)") }
        }
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0 >= $1 - 1 } && spans[0] > 4 * Limits.minSpan)
        #expect(spans.allSatisfy { $0 >= Limits.minSpan - 1 })
        #expect(
            abs(spans[Limits.pinch.upperBound] - Limits.minSpan) < 1
                && abs(spans[figure.frameCount - 1] - Limits.minSpan) < 1)
        // Without the delegate, there is no such limit.
        let free = try Limits.figure()
        free.chart.delegate = nil
        for frame in 0...Limits.pinch.upperBound { _ = try await free.frame(frame, with: Snapshot.renderer) }
        #expect(try #require(free.chart.xAxis?.axisRange.span) < Limits.minSpan * 0.6)
    }

    @Test("a box is drawn under the finger; then the axes show the box, and after a double tap everything")
    func boxZoom() async throws {
        let figure = try BoxZoom.figure()
        let (x, y) = (try #require(figure.chart.xAxis), try #require(figure.chart.yAxis))
        let line = try #require(figure.chart.resolvedBoxGestureStyle.boxLineColor)
        var spans: [Double] = []
        for frame in 0..<figure.frameCount {
            let picture = try await Snapshot(figure, frame: frame)
            spans.append(x.axisRange.span)
            let share = Double(frame - BoxZoom.drag.lowerBound) / Double(BoxZoom.drag.count - 1)
            if share > 0.3, share < 1 {
                // Upper left corner, and the edges to the finger.
                let first = try picture.position(BoxZoom.box.x.minimum, BoxZoom.box.y.maximum)
                let values = (
                    x: BoxZoom.box.x.minimum + BoxZoom.box.x.span * share,
                    y: BoxZoom.box.y.maximum - BoxZoom.box.y.span * share
                )
                let last = try picture.position(values.x, values.y)
                let edges = [
                    (first.x, (first.y + last.y) / 2), ((first.x + last.x) / 2, first.y), (last.x, first.y + 4),
                    (first.x + 4, last.y),
                ]
                for edge in edges {
                    #expect(picture.has(near: edge, 1) { $0.distance(to: line) < 60 }, "frame \(frame): \(edge)")
                }
            }
            if frame == BoxZoom.doubleTap - 1 {
                let pixel = (x: BoxZoom.box.x.span / picture.plot.width, y: BoxZoom.box.y.span / picture.plot.height)
                #expect(
                    abs(x.axisRange.minimum - BoxZoom.box.x.minimum) < pixel.x
                        && abs(x.axisRange.maximum - BoxZoom.box.x.maximum) < pixel.x)
                #expect(
                    abs(y.axisRange.minimum - BoxZoom.box.y.minimum) < pixel.y
                        && abs(y.axisRange.maximum - BoxZoom.box.y.maximum) < pixel.y)
                try checkCountries(picture)
            }
        }
        let ended = BoxZoom.drag.upperBound
        #expect(spans[..<ended].allSatisfy { $0 == spans[0] })
        // 0.3 s in frames of 1/30 s.
        #expect(
            zip(spans[ended..<ended + 9], spans[(ended + 1)...(ended + 9)]).allSatisfy { $0 > $1 }
                && spans[ended + 9] == spans[BoxZoom.doubleTap - 1])
        #expect(x.axisRange == x.defaultRange && y.axisRange == y.defaultRange && spans.last == spans[0])
    }

    /// Checks that each country inside the box has a point at its position, and that there are no other points.
    private func checkCountries(_ picture: Snapshot) throws {
        let columns = try BoxZoom.countries()
        let (xs, ys) = (GuideData.values(try #require(columns.x)), GuideData.values(try #require(columns.y)))
        let color = try #require((picture.chart.series.first as? ScatterSeries)?.resolvedStyle.pointStyle.color)
        func holds(_ range: NumberRange, _ value: Double) -> Bool { value > range.minimum && value < range.maximum }
        let inside = xs.indices.filter { holds(BoxZoom.box.x, xs[$0]) && holds(BoxZoom.box.y, ys[$0]) }
        #expect(inside.count > 15)
        for row in inside { #expect(try picture.color(xs[row], ys[row]) { $0.distance(to: color) < 8 }) }
        // Discs of 4 points; some extend past the edge, and some overlap.
        let painted = Double(picture.count { $0.distance(to: color) < 8 })
        #expect(abs(painted / Double(inside.count) - 42) < 8)
    }

    @Test(
        "a tapped slice turns to the needle in 0.4 s; after a flick the pie slows down, and the slice under the needle turns to it"
    )
    func pie() async throws {
        let figure = PieRotation.figure()
        var angles: [[Double]] = []
        var selected: [[Int]] = []
        var tops: [Color] = []
        for frame in 0..<figure.frameCount {
            let picture = try await Snapshot(figure, frame: frame)
            let pie = try #require(figure.chart.series.first as? PieSeries)
            angles.append(pie.slices.indices.map { pie.midAngle(ofSlice: $0) ?? .nan })
            selected.append(pie.selectedSlices)
            let center = try #require(pie.donutCenter)
            tops.append(picture[center.x, center.y - PieRotation.radius * 0.9])
        }
        let pie = try #require(figure.chart.series.first as? PieSeries)
        let colors = try #require(pie.resolvedStyle.flavourColors)
        func isAtNeedle(_ slice: Int, _ frame: Int) -> Bool {
            abs(angles[frame][slice].remainder(dividingBy: 2 * .pi)) < 1e-9 && tops[frame] == colors[slice]
        }
        let turning = Int(0.4 * PieRotation.framesPerSecond)
        for tap in PieRotation.taps {
            #expect(tops[tap.frame] != colors[tap.slice] && selected[tap.frame] == [tap.slice])
            let way = angles[tap.frame..<tap.frame + turning].map { $0[tap.slice] }
            #expect(zip(way, way.dropFirst()).allSatisfy { $0 != $1 }, "it moves in each frame")
            #expect(isAtNeedle(tap.slice, tap.frame + turning) && isAtNeedle(tap.slice, tap.frame + turning + 4))
        }
        #expect(
            figure.chart.title == "Selected country: \(PieRotation.countries[selected[figure.frameCount - 1][0]].0)")
        // From the frame after the finger lifts.
        let lifted = PieRotation.flick.upperBound
        let turns = zip(angles, angles.dropFirst()).map { ($1[0] - $0[0]).remainder(dividingBy: 2 * .pi) }
        let share = pow(1 - pie.rotationFriction, 60 / PieRotation.framesPerSecond)
        for k in lifted + 1..<lifted + 10 { #expect(abs(turns[k] / turns[k - 1] - share) < 1e-6, "frame \(k + 1)") }
        let last = try #require(selected[figure.frameCount - 1].first)
        #expect(
            selected[lifted] == [PieRotation.taps[1].slice] && selected[figure.frameCount - 1] == [last]
                && last != PieRotation.taps[1].slice)
        #expect(
            isAtNeedle(last, figure.frameCount - 1) && isAtNeedle(last, figure.frameCount - 3)
                && !figure.chart.advance(by: 1))
        // The slice under the needle when the pie stopped.
        let rest = try #require(selected.firstIndex { $0 == [last] })
        #expect(
            abs(angles[rest][last].remainder(dividingBy: 2 * .pi)) < .pi * PieRotation.countries[last].1 / 62.1 + 0.1)
    }

    @Test("names are different, and animations are short")
    func figures() throws {
        let figures = try Guide.figures()
        #expect(Set(figures.map(\.name)).count == figures.count && figures.allSatisfy { $0.name.hasPrefix("guide-") })
        #expect(figures.map(\.frameCount).max() ?? 0 <= 120 && figures.count { $0.frameCount > 1 } == 4)
    }
}

/// The present picture of a figure, with its host.
private struct Snapshot {
    static let renderer = Renderer()
    let figure: Figure
    let image: PixelImage
    let plot: Rect

    /// - Parameter frame: the next frame to render; `nil`: the present chart.
    init(_ figure: Figure, frame: Int? = nil) async throws {
        self.figure = figure
        if let frame {
            image = try await figure.frame(frame, with: Self.renderer).image
        } else {
            image = try await Self.renderer.render(figure.chart).image
        }
        plot = try #require(figure.chart.plotAreaFrame)
    }

    var chart: Chart { figure.chart }

    /// The colour of the first line.
    var lineColor: Color { (chart.series.first as? LineSeries)?.resolvedStyle.lineColor ?? .clear }

    /// The pixel at a point of the chart.
    subscript(_ x: Double, _ y: Double) -> Color {
        guard x >= 0, y >= 0, Int(x) < image.width, Int(y) < image.height else { return .clear }
        return image.color(x: Int(x), y: Int(y))
    }

    /// Position of values on the primary axes, in points of the chart, which equal pixels here.
    func position(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        try #require(chart.position(x: x, y: y))
    }

    /// Whether a pixel near values on the primary axes passes a test.
    func color(_ x: Double, _ y: Double, within distance: Int = 0, _ test: (Color) -> Bool) throws -> Bool {
        has(near: try position(x, y), distance, test)
    }

    func has(near position: (x: Double, y: Double), _ distance: Int, _ test: (Color) -> Bool) -> Bool {
        (-distance...distance).contains { dx in
            (-distance...distance).contains { test(self[position.x + Double(dx), position.y + Double($0)]) }
        }
    }

    /// Pixels in the plot area that pass a test.
    func count(_ test: (Color) -> Bool) -> Int {
        (Int(plot.y)..<Int(plot.maxY)).reduce(0) { sum, y in
            sum + (Int(plot.x)..<Int(plot.maxX)).count { test(self[Double($0), Double(y)]) }
        }
    }

    /// Checks that the first line passes through its samples: at fractions 0 to 1 of the plot area's width, the row of
    /// the value has the line's colour.
    func checkLine(at shares: [Double], _ comment: Comment) throws {
        let columns = try #require(chart.series.first).columns
        let (xs, ys) = (GuideData.values(try #require(columns.x)), GuideData.values(try #require(columns.y)))
        let (xAxis, yAxis) = (try #require(chart.xAxis), try #require(chart.yAxis))
        for share in shares {
            let column = (plot.x + plot.width * share).rounded(.down)
            let x = try #require(xAxis.dataValue(forPixelValue: column + 0.5 - plot.x))
            let next = try #require(xs.firstIndex { $0 > x })
            let y = ys[next - 1] + (ys[next] - ys[next - 1]) * (x - xs[next - 1]) / (xs[next] - xs[next - 1])
            let row = plot.y + (try #require(yAxis.pixelValue(forDataValue: y)))
            #expect((-1...1).contains { self[column, row + Double($0)].distance(to: lineColor) < 60 }, comment)
        }
    }
}

extension Color {
    /// The largest difference of a channel.
    fileprivate func distance(to other: Color) -> Int {
        max(abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
    }
}

extension [[Double]] {
    /// The value in the second column for a day in the first column.
    fileprivate func volume(on day: Double) -> Double? { self[0].firstIndex(of: day).map { self[1][$0] } }
}
