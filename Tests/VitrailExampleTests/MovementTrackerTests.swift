import Foundation
import Testing
import Vitrail

@testable import MovementTracker

/// Examples/MovementTracker: checks geometry and pixels of each frame.
@Suite("Movement tracker")
struct MovementTrackerTests {
    private static let renderer = Renderer()

    private func ride() throws -> Ride { try Ride(file: MovementTracker.file) }

    @Test("the recording and the log are one ride: places 5 m apart and more, a log of each second, the whole way")
    func locations() throws {
        let ride = try ride()
        let (fixes, log) = (ride.recorded(), ride.logged())
        #expect(fixes.count > 900)
        #expect(log.count == 6_948)
        for (before, after) in zip(fixes, fixes.dropFirst()) {
            #expect(after.seconds > before.seconds && after.distance(from: before) < 150)
        }
        for (second, location) in log.enumerated() {
            #expect(
                abs(location.seconds - Ride.start - Double(second)) < 1e-6 && (second == 0 || location.speed >= 1)
                    && location.speed < 16)
        }
        let source = MovementTrackerDataSource(showsPoints: false)
        for location in fixes { source.add(location) }
        #expect(abs((source.data.last?.totalDistance ?? 0) - 32.23) < 0.3)
        // The recorded fixes are on the log's path.
        let logged = MovementTrackerDataSource(showsPoints: false)
        for location in log { logged.add(location) }
        for fix in fixes.dropLast() { #expect(try #require(logged.location(at: fix.seconds)).distance(from: fix) < 10) }
    }

    @Test(
        "the newest points are in view in every frame; crosshair and map keep to the place that was touched",
        arguments: [10.0, 1_000])
    func frames(rate: Double) async throws {
        let ride = try ride()
        let stream = rate == 10 ? MovementTracker.slow(ride) : MovementTracker.fast(ride)
        #expect(stream.rate == rate && stream.frameCount >= 25)
        var shown = 0
        try await stream.play(width: 480, height: 300, on: Self.renderer) { frame, picture, tracker in
            let view = try FrameView(picture.image, tracker)
            #expect(
                tracker.chart.series.map(\.numberOfDataPoints) == [stream.count(at: frame), stream.count(at: frame)])
            try view.expectNewest("frame \(frame)")
            if let touch = stream.touches.last(where: { $0.frame < frame }) {
                try view.expectCrosshair(at: Ride.start + touch.time, ofSeries: touch.series, "frame \(frame)")
                try view.expectMark(at: expected(stream.locations, Ride.start + touch.time), "frame \(frame)")
            } else {
                #expect(!tracker.crosshair.isActive && view.count(.black, in: view.plot) == 0, "frame \(frame)")
            }
            shown += 1
        }
        #expect(shown == stream.frameCount)
    }

    /// The rider's location, computed independently.
    private func expected(_ locations: [Location], _ seconds: Double) throws -> Location {
        let k = try #require(locations.firstIndex { $0.seconds >= seconds })
        guard k > 0 else { return locations[0] }
        let (a, b) = (locations[k - 1], locations[k])
        let share = (seconds - a.seconds) / (b.seconds - a.seconds)
        return Location(
            seconds: seconds, east: a.east + share * (b.east - a.east), north: a.north + share * (b.north - a.north),
            speed: 0)
    }

    @Test("a finger that slides leads crosshair and mark to other places; both y-axes have a line of their own")
    func sliding() async throws {
        let stream = MovementTracker.slow(try ride())
        var positions: [Double: (x: Double, y: Double)] = [:]
        try await stream.play(width: 480, height: 300, on: Self.renderer) { frame, _, tracker in
            guard let touch = stream.touches.last(where: { $0.frame < frame }), let map = tracker.tooltip.map,
                let position = tracker.tooltip.location
            else { return }
            positions[touch.time] = map.point(of: position)
            #expect(tracker.chart.allYAxes[0].axisRange != tracker.chart.allYAxes[1].axisRange)
        }
        #expect(positions.count == 13)
        #expect(Set(positions.values.map { Int($0.x * 4) }).count > 10)
    }

    @Test("the whole ride: the map is to scale and shows the whole path, the crosshair is at the fastest place")
    func still() async throws {
        let ride = try ride()
        let tracker = try await MovementTracker.finished(ride, Self.renderer)
        let view = try FrameView(try await Self.renderer.render(tracker.chart).image, tracker)
        let fastest = try #require(ride.logged().max { $0.speed < $1.speed })
        try view.expectCrosshair(at: fastest.seconds, ofSeries: 0, "still")
        try view.expectMark(at: fastest, "still")
        let map = try #require(tracker.tooltip.map)
        // Edges of the map from the pixels of the path: the line is two pixels wide.
        let (box, path) = (try #require(view.bounds(of: RideMap.pathColor, in: map.rect)), ride.logged())
        let (east, north) = (path.map(\.east), path.map(\.north))
        let (width, height) = (
            try #require(east.max()) - #require(east.min()), try #require(north.max()) - #require(north.min())
        )
        #expect(
            abs(Double(box.x.count) - 2 - width / map.metresPerPoint) < 2
                && abs(Double(box.y.count) - 2 - height / map.metresPerPoint) < 2)
        #expect(abs(Double(box.x.lowerBound + box.x.upperBound) / 2 - map.rect.midX) < 2)
        #expect(abs(Double(box.y.lowerBound + box.y.upperBound) / 2 - map.rect.midY) < 2)
        // North is up, east is right: the extreme locations are on the path at their coordinates.
        let middle = (east: try #require(east.min()) + width / 2, north: try #require(north.min()) + height / 2)
        for order: KeyPath<Location, Double> in [\.east, \.north] {
            let sorted = path.sorted { $0[keyPath: order] < $1[keyPath: order] }
            for position in [sorted[0], sorted[sorted.count - 1]] {
                let x = map.rect.midX + (position.east - middle.east) / map.metresPerPoint
                let y = map.rect.midY - (position.north - middle.north) / map.metresPerPoint
                #expect(view.isPainted(RideMap.pathColor, near: (x, y)))
            }
        }
        #expect(tracker.chart.titleFrame != nil && tracker.chart.legendFrame != nil && tracker.chart.warnings.isEmpty)
    }

    @Test("the tooltip is in the chart wherever the crosshair is, and leaves its place free")
    func tooltipPosition() async throws {
        let tracker = try await MovementTracker.finished(try ride(), Self.renderer)
        for time in stride(from: 0.0, through: 6_900, by: 690) {
            for series in 0...1 {
                tracker.touch(.began, at: Ride.start + time, ofSeries: series)
                let view = try FrameView(try await Self.renderer.render(tracker.chart).image, tracker)
                let box = try #require(tracker.tooltip.frame)
                #expect(
                    box.x >= view.plot.x && box.y >= view.plot.y && box.maxX <= view.plot.maxX
                        && box.maxY <= view.plot.maxY)
                try view.expectCrosshair(
                    at: Ride.start + time, ofSeries: try #require(tracker.crosshair.trackingSeries).index, "\(time)")
            }
        }
    }

    @Test("an animation has a frame for each step of the stream, and the same bytes each time")
    func animation() async throws {
        var stream = MovementTracker.fast(try ride())
        stream.locations = Array(stream.locations.prefix(600))
        stream.touches = [Stream.Touch(frame: 1, phase: .began, time: 60, series: 1)]
        let bytes = try await MovementTracker.animation(of: stream, on: Self.renderer)
        #expect(try await MovementTracker.animation(of: stream, on: Self.renderer) == bytes)
        let type = try #require(bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("acTL".utf8) })
        #expect(bytes[type + 4..<type + 8].elementsEqual([0, 0, 0, 3]))
    }
}

/// A frame at one pixel per point.
private struct FrameView {
    let image: PixelImage
    let tracker: Tracker
    let plot: Rect

    init(_ image: PixelImage, _ tracker: Tracker) throws {
        (self.image, self.tracker) = (image, tracker)
        plot = try #require(tracker.chart.plotAreaFrame)
    }

    // MARK: Expectations

    /// Checks that the last point of each line is in the plot area, painted, and not covered.
    func expectNewest(_ comment: Comment) throws {
        let last = try #require(tracker.dataSource.data.last)
        let positions = [
            try position(of: last.location.seconds, last.speed, 0),
            try position(of: last.location.seconds, last.totalDistance, 1),
        ]
        let colors = [MovementTracker.speedColor, MovementTracker.distanceColor]
        for (k, position) in positions.enumerated() {
            #expect(
                position.x > plot.x - 1e-6 && position.x < plot.maxX + 1e-6 && position.y > plot.y - 1e-6
                    && position.y < plot.maxY + 1e-6, comment)
            // If both lines end at one position, the distance covers the speed.
            let isCovered = k == 0 && abs(positions[0].y - positions[1].y) < 5
            #expect(isPainted(colors[k], near: position) || isCovered, comment)
        }
    }

    /// Checks that the crosshair points at a position on a line, and that its circle, its line to the x-axis and the
    /// chart's line are painted there.
    func expectCrosshair(at seconds: Double, ofSeries index: Int, _ comment: Comment) throws {
        let crosshair = tracker.crosshair
        #expect(crosshair.isActive && crosshair.isInsideRange && crosshair.trackingSeries?.index == index, comment)
        let height = try height(at: seconds, ofSeries: index)
        if let values = crosshair.trackingValues {
            #expect(abs(values.x - seconds) < 1e-3 && abs(values.y - height) < 1e-3, comment)
        } else {
            let point = try #require(crosshair.trackingPoint)
            #expect(abs(tracker.dataSource.data[point].location.seconds - seconds) < 1e-3, comment)
        }
        let center = try position(of: seconds, height, index)
        #expect(
            isPainted(index == 0 ? MovementTracker.speedColor : MovementTracker.distanceColor, near: center), comment)
        let ring = (0..<16).count { k in
            let angle = Double(k) * .pi / 8
            return isDark(center.x + 4 * cos(angle), center.y + 4 * sin(angle))
        }
        #expect(ring == 16, comment)
        // The tooltip may cover a part of the line, but not its end.
        #expect(isDark(center.x, plot.maxY - 2) || center.y > plot.maxY - 8, comment)
    }

    /// Checks that the centre of the map's mark is at a location.
    func expectMark(at location: Location, _ comment: Comment) throws {
        let map = try #require(tracker.tooltip.map)
        let box = try #require(bounds(of: RideMap.markColor, in: map.rect, tolerance: 60), comment)
        let wanted = map.point(of: location)
        #expect(abs(Double(box.x.lowerBound + box.x.upperBound) / 2 - wanted.x) < 1.1, comment)
        #expect(abs(Double(box.y.lowerBound + box.y.upperBound) / 2 - wanted.y) < 1.1, comment)
        // The mark is round and inside the map.
        #expect((6...9).contains(box.x.count) && (6...9).contains(box.y.count), comment)
        // The path passes through the mark.
        #expect(
            (0..<32).contains { k in
                let angle = Double(k) * .pi / 16
                return color(wanted.x + 6.5 * cos(angle), wanted.y + 6.5 * sin(angle)).isNear(RideMap.pathColor, 90)
            }, comment)
    }

    // MARK: Geometry

    private func position(of seconds: Double, _ value: Double, _ axis: Int) throws -> (x: Double, y: Double) {
        let x = try #require(tracker.chart.xAxis?.pixelValue(forDataValue: seconds))
        return (plot.x + x, plot.y + (try #require(tracker.chart.allYAxes[axis].pixelValue(forDataValue: value))))
    }

    private func height(at seconds: Double, ofSeries index: Int) throws -> Double {
        let data = tracker.dataSource.data
        let after = try #require(data.firstIndex { $0.location.seconds >= seconds - 1e-6 })
        let (a, b) = (data[max(after - 1, 0)], data[after])
        let span = b.location.seconds - a.location.seconds
        let share = span > 0 ? (seconds - a.location.seconds) / span : 0
        return index == 0
            ? a.speed + share * (b.speed - a.speed) : a.totalDistance + share * (b.totalDistance - a.totalDistance)
    }

    // MARK: Pixels

    func color(_ x: Double, _ y: Double) -> Color {
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return .clear }
        return image.color(x: column, y: row)
    }

    private func isDark(_ x: Double, _ y: Double) -> Bool { color(x, y).isNear(.black, 110) }

    func isPainted(_ color: Color, near position: (x: Double, y: Double)) -> Bool {
        (-2...1).contains { dx in
            (-2...2).contains { dy in self.color(position.x + Double(dx), position.y + Double(dy)).isNear(color, 80) }
        }
    }

    func count(_ color: Color, in rect: Rect) -> Int {
        var count = 0
        scan(rect) { x, y in if image.color(x: x, y: y).isNear(color, 2) { count += 1 } }
        return count
    }

    /// Columns and rows that contain a colour; `nil`: none.
    func bounds(of color: Color, in rect: Rect, tolerance: Int = 30) -> (x: Range<Int>, y: Range<Int>)? {
        var (columns, rows) = (Int.max..<Int.max, Int.max..<Int.max)
        scan(rect) { x, y in
            guard image.color(x: x, y: y).isNear(color, tolerance) else { return }
            columns = min(columns.lowerBound, x)..<(columns.isEmpty ? x + 1 : max(columns.upperBound, x + 1))
            rows = min(rows.lowerBound, y)..<(rows.isEmpty ? y + 1 : max(rows.upperBound, y + 1))
        }
        return columns.isEmpty ? nil : (columns, rows)
    }

    private func scan(_ rect: Rect, _ body: (Int, Int) -> Void) {
        for y in Int(rect.y.rounded(.up))..<Int(rect.maxY.rounded(.down)) {
            for x in Int(rect.x.rounded(.up))..<Int(rect.maxX.rounded(.down)) { body(x, y) }
        }
    }
}

extension Color {
    fileprivate func isNear(_ other: Color, _ tolerance: Int) -> Bool {
        abs(Int(red) - Int(other.red)) <= tolerance && abs(Int(green) - Int(other.green)) <= tolerance
            && abs(Int(blue) - Int(other.blue)) <= tolerance
    }
}
