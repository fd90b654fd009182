import Foundation
import Testing
import Vitrail

@Suite("Selected slices")
struct SliceSelectionTests {
    @Test("C-109 a selected slice with protrusion 10 is displaced 10 px along its mid angle", arguments: [0, 1, 2])
    func protrusion(k: Int) async throws {
        let pie = Slices.pie([1, 1, 2])
        pie.selectedStyle.protrusion = 10
        let chart = Slices.chart(pie)
        let before = try await Probe(chart).centroid(Slices.colors[k])
        pie.setSlice(k, selected: true)
        let after = try await Probe(chart)
        let direction = Slices.direction(try #require(pie.midAngle(ofSlice: k)))
        let moved = after.centroid(Slices.colors[k])
        // Pixels on an edge count either before or after, not both.
        #expect(abs(moved.x - before.x - 10 * direction.x) < 0.6)
        #expect(abs(moved.y - before.y - 10 * direction.y) < 0.6)
        for other in 0..<3 where other != k {
            // The others stay unchanged and whole.
            let area = [Double.pi * 1e4 / 4, .pi * 1e4 / 4, .pi * 1e4 / 2][other]
            #expect(abs(Double(after.count { $0.isClose(to: Slices.colors[other], 8) }) - area) < area * 0.03)
        }
    }

    @Test("a selected slice takes what selectedStyle sets; the rest is as in style")
    func selectedStyle() async throws {
        let pie = Slices.pie([1, 1, 2])
        pie.selectedStyle = PieSeriesStyle(flavourColors: [.black], protrusion: 0)
        pie.setSlice(1, selected: true)
        let chart = Slices.chart(pie)
        let probe = try await Probe(chart)
        #expect(probe.count { $0.isClose(to: .pureGreen) } == 0)
        let area = Double.pi * 100 * 100 / 4
        #expect(abs(Double(probe.count { $0 == .black }) - area) < 300)
        // Its radius comes from the style; no crust, no label.
        #expect(probe.ink(.black)?.height ?? 0 <= 101)
        pie.selectedStyle.outerRadius = 150
        let larger = try await Probe(chart)
        let quarter = Double.pi * 150 * 150 / 4
        #expect(abs(Double(larger.count { $0 == .black }) - quarter) < 500)
    }

    @Test("without any setting a selected slice stands out")
    func theme() async throws {
        let pie = Slices.pie([1, 1])
        let chart = Slices.chart(pie)
        let before = try await Probe(chart).centroid(.pureRed)
        pie.setSlice(0, selected: true)
        #expect(abs(try await Probe(chart).centroid(.pureRed).x - before.x + 10) < 0.3)
    }

    @Test(
        "a theme's own style of a kind of series fills what is unset; that of selected slices goes before the series' style"
    )
    func ownTheme() async throws {
        var theme = Theme.flat
        theme.pieSeries.normal = [PieSeriesStyle(initialRotation: .pi, protrusion: 4)]
        theme.pieSeries.selected = [PieSeriesStyle(protrusion: 20)]
        theme.donutSeries.selected = [PieSeriesStyle(protrusion: 70)]
        let pie = Slices.pie([1, 1])
        let chart = Slices.chart(pie)
        chart.applyTheme(theme)
        pie.setSlice(0, selected: true)
        _ = try await Probe(chart)
        // Rotated by π, the first slice is on the right.
        #expect(abs(try #require(pie.sliceCenter(0)).x - 370) < 1e-6)
        #expect(abs(try #require(pie.sliceCenter(1)).x - 246) < 1e-6)
        pie.selectedStyle.protrusion = 0
        #expect(abs(try #require(pie.sliceCenter(0)).x - 350) < 1e-6)
        // Unset properties also equal the properties of any theme.
        let plain = PieSeries(columns: SeriesColumns(y: Column([1.0, 1])), style: PieSeriesStyle(showLabels: false))
        let colored = Slices.chart(plain)
        colored.applyTheme(theme, keepingStyles: true)
        #expect(try await Probe(colored)[320, 200] == Theme.flat.palette.fill(0))
    }

    @Test("C-113 a selection that code makes is told with its point; the same state again is not")
    func callback() async throws {
        let pie = Slices.pie([1, 1, 2], names: ["a", "b", "c"])
        let chart = Slices.chart(pie)
        let recorder = SliceRecorder()
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(!chart.isRenderScheduled)
        pie.setSlice(1, selected: true)
        #expect(chart.isRenderScheduled)
        pie.setSlice(1, selected: true)
        pie.setSlice(1, selected: false)
        #expect(recorder.toggles.map(\.point.selected) == [true, false])
        #expect(
            recorder.toggles.allSatisfy {
                $0.point.xValue == .text("b") && $0.point.dataPointIndex == 1 && $0.series === pie
            })
    }

    @Test("selections made before the first load wait for it and are told then")
    func early() async throws {
        let pie = Slices.pie([1, 1, 2])
        let chart = Slices.chart(pie)
        let recorder = SliceRecorder()
        chart.delegate = recorder
        pie.setSlice(2, selected: true)
        pie.setSlice(7, selected: true)
        #expect(recorder.toggles.isEmpty && pie.selectedSlices.isEmpty)
        _ = try await Probe(chart)
        #expect(pie.selectedSlices == [2])
        #expect(recorder.toggles.map(\.point.dataPointIndex) == [2])
        #expect(
            chart.warnings.map(\.description) == ["series[0].setSlice: ignored: there is no slice 7; the series has 3"])
    }

    @Test("points bring their selection with each load; skipped points do not shift it")
    func points() async throws {
        let pie = Slices.pie([])
        let source = ArraySource([
            (
                pie,
                [
                    RadialDataPoint(name: "a", value: 1), DataPoint(xValue: .text("b"), yValue: .text("none")),
                    RadialDataPoint(name: "c", value: 2, selected: true),
                ]
            )
        ])
        let chart = Slices.chart()
        chart.dataSource = source
        let recorder = SliceRecorder()
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(pie.slices.map(\.name) == ["a", "c"])
        #expect(
            pie.selectedSlices == [1] && pie.dataPoint(at: 2)?.selected == true
                && pie.dataPoint(at: 0)?.selected == false)
        pie.setSlice(0, selected: true)
        pie.setSlice(1, selected: false)
        #expect(recorder.toggles.map(\.point.dataPointIndex) == [0, 2], "as the host counts")
        source.entries[0].points[2] = RadialDataPoint(name: "c", value: 2)
        chart.reloadData()
        _ = try await Probe(chart)
        #expect(pie.selectedSlices == [])
    }

    @Test(
        "C-110 selectedPosition: after the selection the slice's mid angle is there, mod 2π",
        arguments: [0, 1, -2.5, 40])
    func selectedPosition(target: Double) async throws {
        for isEarly in [true, false] {
            let pie = Slices.pie([1, 1, 2, 3])
            pie.selectedPosition = target
            let chart = Slices.chart(pie)
            if !isEarly { _ = try await Probe(chart) }
            pie.setSlice(2, selected: true)
            let probe = try await Probe(chart)
            let mid = try #require(pie.midAngle(ofSlice: 2))
            #expect(abs((mid - target).remainder(dividingBy: 2 * .pi)) < 1e-9)
            #expect(abs(pie.rotation) <= .pi)
            let position = Slices.direction(target)
            #expect(probe[Int(300 + 60 * position.x), Int(200 + 60 * position.y)].isClose(to: .pureBlue))
            // Deselecting does not rotate.
            pie.rotation += 1
            pie.setSlice(2, selected: false)
            #expect(abs((try #require(pie.midAngle(ofSlice: 2)) - mid - 1).remainder(dividingBy: 2 * .pi)) < 1e-9)
        }
    }
}

@Suite("Turned slices")
struct SliceRotationTests {
    @Test("C-112 after rotateSlice the slice's mid angle is the target, and rotation reads the turn made")
    func rotateSlice() async throws {
        let pie = Slices.pie([1, 1, 2], style: PieSeriesStyle(initialRotation: 0.3))
        let chart = Slices.chart(pie)
        _ = try await Probe(chart)
        #expect(pie.rotation == 0)
        for (k, target) in [(0, 0.0), (1, 3), (2, -3), (0, 100)] {
            let (before, turned) = (try #require(pie.midAngle(ofSlice: k)), pie.rotation)
            pie.rotateSlice(k, toAngle: target)
            let after = try #require(pie.midAngle(ofSlice: k))
            #expect(abs((after - target).remainder(dividingBy: 2 * .pi)) < 1e-9)
            // By the shorter way.
            let turn = pie.rotation - turned
            #expect(abs((after - before - turn).remainder(dividingBy: 2 * .pi)) < 1e-9 && abs(turn) <= .pi)
            #expect(pie.indexOfSlice(atAngle: target) == k)
            let probe = try await Probe(chart)
            let position = Slices.direction(target)
            #expect(probe[Int(300 + 60 * position.x), Int(200 + 60 * position.y)].isClose(to: Slices.colors[k]))
        }
    }

    @Test("a turn asked for before the first load waits; one of no slice is ignored with a warning")
    func waiting() async throws {
        let pie = Slices.pie([1, 1, 2])
        let chart = Slices.chart(pie)
        pie.rotateSlice(2, toAngle: 1)
        _ = try await Probe(chart)
        #expect(abs(try #require(pie.midAngle(ofSlice: 2)).remainder(dividingBy: 2 * .pi) - 1) < 1e-9)
        let rotation = pie.rotation
        pie.rotateSlice(3, toAngle: 0)
        pie.rotateSlice(0, toAngle: .nan)
        pie.rotation = .infinity
        #expect(pie.rotation == rotation && chart.warnings.count == 3)
    }

    @Test("rotation and initialRotation turn anticlockwise; clockwise series turn the same way")
    func rotation() async throws {
        for direction in [DrawDirection.antiClockwise, .clockwise] {
            let pie = Slices.pie([1, 3], style: PieSeriesStyle(drawDirection: direction, initialRotation: 1))
            pie.rotation = 0.5
            let sign = direction == .clockwise ? -1.0 : 1.0
            let probe = try await Probe(Slices.chart(pie))
            for (angle, color) in [
                (1.5 + sign * 0.1, Color.pureRed), (1.5 - sign * 0.1, .pureGreen), (1.5 + sign * 1.4, .pureRed),
                (1.5 + sign * 1.7, .pureGreen),
            ] {
                let position = Slices.direction(angle)
                #expect(probe[Int(300 + 80 * position.x), Int(200 + 80 * position.y)].isClose(to: color))
            }
        }
    }

    @Test("centres are where the slices stand, protrusion included, in points of the chart")
    func centers() async throws {
        let pie = Slices.pie([1, 1, 2], style: PieSeriesStyle(innerRadius: 40))
        pie.selectedStyle.protrusion = 12
        let chart = Slices.chart(pie)
        #expect(pie.sliceCenter(0) == nil && pie.donutCenter == nil)
        chart.scale = 2
        _ = try await Probe(chart)
        let (center, slice) = (try #require(pie.donutCenter), try #require(pie.sliceCenter(2)))
        #expect(center == (300, 200) && abs(slice.x - 370) < 1e-9 && abs(slice.y - 200) < 1e-9)
        pie.setSlice(2, selected: true)
        #expect(abs(try #require(pie.sliceCenter(2)).x - 382) < 1e-9)
        #expect(pie.sliceCenter(3) == nil)
    }

    @Test("several series nest as their radii say, a later one over an earlier one")
    func nested() async throws {
        let whole = Slices.pie([1], style: PieSeriesStyle(outerRadius: 120, flavourColors: [.pureRed]))
        let ring = Slices.pie(
            [1, 1], style: PieSeriesStyle(innerRadius: 60, outerRadius: 90, flavourColors: [.pureGreen, .pureBlue]))
        let probe = try await Probe(Slices.chart(whole, ring))
        for (radius, color) in [(30, Color.pureRed), (75, .pureBlue), (105, .pureRed), (130, .white)] {
            #expect(probe[300 + radius, 200] == color)
        }
        #expect(probe[225, 200] == .pureGreen)
    }
}
