import Foundation
import Testing
import VitrailImage
import VitrailScene
import VitrailTestNumbers
import VitrailVector

/// Pictures of each shape drawn by librsvg, compared with the exact picture of the same scene.
@Suite("An SVG reader sees the same picture", .enabled(if: Rsvg.isAvailable, Rsvg.reason))
struct PictureTests {
    @Test("lines", arguments: Cases.lines)
    func line(_ name: String) async throws { try await expectAgreement(name) }

    @Test("areas", arguments: Cases.areas)
    func area(_ name: String) async throws { try await expectAgreement(name) }

    @Test("rectangles", arguments: Cases.rects)
    func rect(_ name: String) async throws { try await expectAgreement(name) }

    @Test("discs and slices", arguments: Cases.rounds.filter { !coarse.contains($0) })
    func round(_ name: String) async throws { try await expectAgreement(name) }

    @Test("pictures and fields", arguments: Cases.pictures)
    func picture(_ name: String) async throws { try await expectAgreement(name) }

    /// Slices drawn at eight times the size and then averaged: edges are composited over one another only within an
    /// eighth of a pixel, and a chord replacing an arc is 1/80 px inside. The remaining difference comes from the
    /// document and must be within a quarter of the usual limits.
    @Test("slices, sampled finely", arguments: Cases.slices)
    func slice(_ name: String) async throws {
        try await expectAgreement(name, sampling: 8, limits: .init(mean: 0.75, p99: 3, max: 8))
    }

    /// Cases that a reader cannot draw within the limits at 1:1 for any document, with the reason. Only the finely
    /// sampled test above checks them.
    private static let coarse = [
        // cairo, the backend of librsvg, splits arcs into chords up to 0.1 px inside, 25/255 of an edge; most of this
        // ink is edges of arcs.
        "donut crust", "crust only",
        // In one pixel six slices meet: their edges are composited, not added.
        "pie",
        // Edges between slices that cannot overlap each other.
        "two alphas",
        // Slices narrower than a pixel: the mixed colours depend on the order.
        "pie thin slices",
    ]

    private func expectAgreement(_ name: String, sampling: Int = 1, limits: InkComparison.Limits = .init()) async throws
    {
        let scene = try #require(Cases.scene(name))
        let result = try await Compared.result(name, scene, sampling: sampling, limits: limits)
        #expect(result.statistics.count > 0, "nothing was drawn")
        #expect(result.passed, "\(name): \(result)")
    }
}

/// Scenes of one kind of shape each.
enum Cases {
    static let lines = [
        "line wave", "line thin", "line folded", "line gaps", "line gradient", "line translucent", "line far outside",
        "line clipped", "samples",
    ]
    static let areas = [
        "area wave", "area crossing", "area vertical", "area gradient", "area gradient alpha", "area gradient round",
        "area gaps", "area jump", "area back", "area far",
    ]
    static let rects = [
        "rects touching", "rects fractional", "rects tips", "rects outlined", "rects outlined thin", "rects gradient",
        "rects gradient vertical",
        "rects translucent overlapping", "rects far",
    ]
    static let rounds = ["discs", "discs translucent"] + slices
    static let slices = [
        "pie", "pie clockwise", "donut", "donut translucent", "donut crust", "pie crust", "pie wide crust", "full turn",
        "crust only",
        "pie thin slices", "two alphas", "protruding",
    ]
    static let pictures = ["image one to one", "image enlarged", "image repeated", "field", "order", "faded group"]

    static let blue = Color(0x2C6FDB)

    static func wave(_ n: Int = 200, _ height: Float = 60) -> [PlotPoint] {
        (0..<n).map {
            point(10 + 220 * Float($0) / Float(n - 1), 80 + height * sin(Float($0) / 12) * cos(Float($0) / 71))
        }
    }

    static func scene(_ name: String) -> Scene? {
        lineScene(name) ?? areaScene(name) ?? rectScene(name) ?? roundScene(name) ?? pictureScene(name)
    }

    private static func line(_ points: [PlotPoint], width: Float = 3, paint: Paint = .solid(blue)) -> Shape {
        .polyline(Polyline(points: points, width: width, paint: paint))
    }

    private static func lineScene(_ name: String) -> Scene? {
        switch name {
        case "line wave": return VitrailVectorTests.scene(line(wave()))
        case "line thin": return VitrailVectorTests.scene(line(wave(), width: 1, paint: .solid(.black)))
        case "line folded":
            return VitrailVectorTests.scene(
                line([point(20, 20), point(200, 60), point(60, 30), point(180, 140), point(30, 139)], width: 12))
        case "line gaps":
            let points = wave(40).enumerated().map { $0.offset % 17 == 5 ? PlotPoint.gap : $0.element }
            return VitrailVectorTests.scene(
                line(points + [.gap, point(120, 10), .gap, point(20, 150), point(40, 150)], width: 4))
        case "line gradient":
            return VitrailVectorTests.scene(
                line(
                    wave(40), width: 8,
                    paint: .linearGradient(from: point(40, 0), start: Color(0xE0443E), to: point(180, 60), end: blue)))
        case "line translucent":
            return VitrailVectorTests.scene(line(wave(40), width: 14, paint: .solid(Color(0xE0443E, alpha: 0.4))))
        case "line far outside":
            return VitrailVectorTests.scene(
                line(
                    [
                        point(-1e6, 3e5), point(120, 80), point(2e6, -7e5), point(1e7, 1e7), point(-3e6, 4e6),
                        point(100, 150),
                    ], width: 5))
        case "line clipped":
            return VitrailVectorTests.scene(
                line(wave(), width: 9), clip: PixelRect(x: 40, y: 50, width: 130, height: 70))
        case "samples":
            let offsets = (0..<300).map { point(Float($0), $0 == 100 ? .nan : sin(Float($0) / 5)) }
            return VitrailVectorTests.scene(
                .samples(
                    Samples(
                        points: ResidentPoints(
                            id: ResidentID(rawValue: 1), generation: 0, offsets: offsets, originX: 1.7e9, originY: 100),
                        range: 20..<280, scaleX: 0.8, translationX: -1.7e9 * 0.8, scaleY: -60, translationY: 6080,
                        width: 2.5, color: blue)))
        default: return nil
        }
    }

    private static func areaScene(_ name: String) -> Scene? {
        func area(
            _ samples: [Area.Sample], _ paint: Paint = .solid(Color(0x2E9E5B)),
            _ orientation: Area.Orientation = .horizontal
        ) -> Scene {
            VitrailVectorTests.scene(.area(Area(samples: samples, orientation: orientation, paint: paint)))
        }
        let plain = wave().map { Area.Sample(along: $0.x, first: $0.y, second: 150) }
        let crossing = wave().map { Area.Sample(along: $0.x, first: $0.y, second: 160 - $0.y + 5) }
        let translucent = Color(0x2E9E5B, alpha: 0.5)
        switch name {
        case "area wave": return area(plain)
        case "area crossing": return area(crossing, .solid(translucent))
        case "area vertical":
            return area(
                crossing.map { Area.Sample(along: $0.along * 0.6, first: $0.first * 1.4, second: $0.second * 1.4) },
                .solid(translucent), .vertical)
        case "area gradient":
            return area(plain, .linearGradient(from: point(0, 20), start: blue, to: point(0, 150), end: .white))
        case "area gradient alpha":
            return area(
                plain,
                .linearGradient(
                    from: point(0, 20), start: Color(0xE0443E, alpha: 0.9), to: point(0, 150),
                    end: Color(0x2C6FDB, alpha: 0.2)))
        case "area gradient round":
            return area(
                plain,
                .radialGradient(
                    center: point(110, 90), radius: 85, start: Color(0xE0443E, alpha: 0.9),
                    end: Color(0x2C6FDB, alpha: 0.2)))
        case "area gaps":
            return area(
                crossing.enumerated().map {
                    $0.offset % 23 == 7 ? .init(along: .nan, first: 0, second: 0) : $0.element
                }, .solid(translucent))
        case "area jump":
            return area([
                .init(along: 10.3, first: 20, second: 100), .init(along: 100.6, first: 40, second: 100),
                .init(along: 100.6, first: 80, second: 100),
                .init(along: 200, first: 120, second: 100), .init(along: 200, first: 30, second: 90),
                .init(along: 230, first: 30, second: 90),
            ])
        case "area back":
            return area(
                [
                    .init(along: 20, first: 40, second: 100), .init(along: 200, first: 60, second: 110),
                    .init(along: 90, first: 90, second: 140),
                    .init(along: 40, first: 150, second: 120), .init(along: 130, first: 30, second: 20),
                ], .solid(translucent))
        case "area far":
            return area([
                .init(along: -1e6, first: 2e6, second: -1e6), .init(along: 100, first: 60, second: 100),
                .init(along: 1e6, first: -2e6, second: 3e6),
            ])
        default: return nil
        }
    }

    private static func rectScene(_ name: String) -> Scene? {
        func rects(
            _ items: [RectBatch.Item], _ axis: RectBatch.GradientAxis = .horizontal, _ stroke: Float = 0
        ) -> Scene {
            VitrailVectorTests.scene(.rects(RectBatch(items: items, gradientAxis: axis, strokeWidth: stroke)))
        }
        func rect(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> PlotRect {
            PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
        }
        let tips: [RectBatch.Tip] = [.none, .top, .right, .bottom, .left, .all]
        let red = Color(0xE0443E)
        switch name {
        case "rects touching":
            return rects(
                (0..<12).map {
                    .init(rect: rect(10 + 17.3 * Float($0), 100 - 7 * Float($0), 17.3, 40 + 7 * Float($0)), fill: blue)
                })
        case "rects fractional":
            return rects(
                (0..<30).map {
                    .init(rect: rect(10.3 + 7.17 * Float($0), 20.7, 3.21, 100.45), fill: $0 < 15 ? blue : red)
                })
        case "rects tips":
            return rects(
                tips.enumerated().map {
                    .init(rect: rect(10.4 + 37 * Float($0), 20.2, 30, 110.3), fill: blue, tip: $1, tipRadius: 40)
                })
        case "rects outlined":
            return rects(
                tips.enumerated().map {
                    .init(
                        rect: rect(10.4 + 37 * Float($0), 20.2, 26, 110.3), fill: blue, tip: $1, tipRadius: 9,
                        stroke: red)
                },
                .horizontal, 4)
        case "rects outlined thin":
            return rects(
                (0..<6).map {
                    .init(
                        rect: rect(10.4 + 37 * Float($0), 20.2, Float($0), 110.3), fill: blue,
                        stroke: Color(0xE0443E, alpha: $0 == 0 ? 0.5 : 1))
                }, .horizontal, 4)
        case "rects gradient":
            return rects((0..<5).map { .init(rect: rect(10 + 45 * Float($0), 20, 40, 100), fill: blue, fillEnd: red) })
        case "rects gradient vertical":
            return rects(
                (0..<5).map {
                    .init(
                        rect: rect(10 + 45 * Float($0), 20.5, 40, 20 * Float($0) + 10), fill: blue,
                        fillEnd: red.faded(0.3), tip: .top, tipRadius: 8)
                },
                .vertical)
        case "rects translucent overlapping":
            return rects(
                (0..<9).map {
                    .init(rect: rect(10 + 15.6 * Float($0), 10.5 + 9.2 * Float($0), 60, 50), fill: red.faded(0.4))
                })
        case "rects far":
            return rects([
                .init(rect: PlotRect(minX: -3e7, minY: 20.25, maxX: 4e7, maxY: 60.5), fill: blue),
                .init(
                    rect: PlotRect(minX: 50.5, minY: -1e6, maxX: 90.25, maxY: 120), fill: red, tip: .bottom,
                    tipRadius: 10),
            ])
        default: return nil
        }
    }

    private static func roundScene(_ name: String) -> Scene? {
        let colors = [0x2C6FDB, 0xE0443E, 0x2E9E5B, 0xE8811A, 0x8A4FC4, 0x222222].map { Color($0) }
        func slices(
            _ sweeps: [Float], inner: Float = 0, alpha: Double = 1, sign: Float = 1, crust: Float = 0,
            crustColor: Color = .black, start: Float = 0.3
        ) -> Scene {
            let total = sweeps.reduce(0, +)
            var angle = start
            let items = sweeps.enumerated().map { k, sweep in
                let own = sign * sweep / total * 2 * .pi
                defer { angle += own }
                return SectorBatch.Item(
                    center: point(120.3, 80.6), innerRadius: inner, outerRadius: 70, startAngle: angle, sweep: own,
                    fill: colors[k % 6].faded(alpha), crust: crustColor, crustWidth: crust)
            }
            return VitrailVectorTests.scene(.sectors(SectorBatch(items: items)))
        }
        let shares: [Float] = [5, 3, 2.5, 1, 0.4, 0.1]
        switch name {
        case "discs", "discs translucent":
            var numbers = SeededNumbers(seed: 5)
            return VitrailVectorTests.scene(
                .discs(
                    DiscBatch(
                        items: (0..<80).map {
                            .init(
                                center: point(numbers.float(0...240), numbers.float(0...160)),
                                radius: numbers.float(1...16),
                                color: colors[$0 / 20].faded(name == "discs" ? 1 : 0.4))
                        })))
        case "pie": return slices(shares)
        case "pie clockwise": return slices(shares, sign: -1)
        case "donut": return slices(shares, inner: 35)
        case "donut translucent": return slices(shares, inner: 35, alpha: 0.6)
        case "donut crust": return slices(shares, inner: 30, crust: 5)
        case "pie crust": return slices(shares, crust: 4, crustColor: Color(0, alpha: 0.4))
        case "pie wide crust": return slices([7, 2], crust: 12, crustColor: .black)
        case "full turn": return slices([1], inner: 30, crust: 6)
        case "crust only":
            var scene = slices(shares, inner: 30, crust: 5)
            guard case .sectors(var batch) = scene.layers[0].marks[0].shape else { return nil }
            for i in batch.items.indices { batch.items[i].fill = .clear }
            scene.layers[0].marks[0].shape = .sectors(batch)
            return scene
        case "pie thin slices": return slices((0..<500).map { _ in 1 })
        case "two alphas":
            var scene = slices([5, 3, 4], inner: 20)
            guard case .sectors(var batch) = scene.layers[0].marks[0].shape else { return nil }
            batch.items[1].fill = batch.items[1].fill.faded(0.5)
            scene.layers[0].marks[0].shape = .sectors(batch)
            return scene
        case "protruding":
            var scene = slices([5, 3, 4], inner: 20)
            guard case .sectors(var batch) = scene.layers[0].marks[0].shape else { return nil }
            let away = batch.items[2].startAngle + batch.items[2].sweep / 2
            batch.items[1].outerRadius = 76
            batch.items[2].center = point(120.3 - 8 * sin(away), 80.6 - 8 * cos(away))
            scene.layers[0].marks[0].shape = .sectors(batch)
            return scene
        default: return nil
        }
    }

    static func noise(_ width: Int, _ height: Int) -> PixelImage {
        var numbers = SeededNumbers(seed: 62)
        var image = PixelImage(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                let alpha = UInt8.random(in: 60...255, using: &numbers)
                image[x, y] = SIMD4(
                    .random(in: 0...alpha, using: &numbers), .random(in: 0...alpha, using: &numbers),
                    .random(in: 0...alpha, using: &numbers), alpha)
            }
        }
        return image
    }

    private static func pictureScene(_ name: String) -> Scene? {
        switch name {
        case "image one to one":
            return VitrailVectorTests.scene(
                .image(ImageMark(image: noise(60, 40), rect: PlotRect(minX: 10, minY: 10, maxX: 70, maxY: 50))),
                .image(
                    ImageMark(
                        image: noise(60, 40), rect: PlotRect(minX: 110, minY: 60, maxX: 170, maxY: 100), opacity: 0.5)))
        case "faded group":
            var scene = VitrailVectorTests.scene(
                .rects(RectBatch(items: [.init(rect: PlotRect(minX: 0, minY: 60, maxX: 240, maxY: 80), fill: .black)])),
                .rects(RectBatch(items: [.init(rect: PlotRect(minX: 20, minY: 20, maxX: 120, maxY: 100), fill: blue)])),
                .discs(DiscBatch(items: [.init(center: point(100, 80), radius: 40, color: Color(0xE0443E))])),
                .discs(DiscBatch(items: [.init(center: point(180, 80), radius: 40, color: Color(0x2A9D8F))])),
                line(wave(), width: 5))
            for k in 1...2 { scene.layers[0].marks[k].group = FadedGroup(id: 0, opacity: 0.5) }
            for k in 3...4 { scene.layers[0].marks[k].group = FadedGroup(id: 1, opacity: 0.5) }
            scene.layers[0].marks[2].clip = PixelRect(x: 0, y: 0, width: 130, height: 160)
            return scene
        case "image repeated":
            // The same picture at three positions and in two sizes, then another.
            let (first, other) = (noise(40, 30), noise(20, 20))
            return VitrailVectorTests.scene(
                .image(ImageMark(image: first, rect: PlotRect(minX: 10, minY: 10, maxX: 50, maxY: 40))),
                .image(ImageMark(image: first, rect: PlotRect(minX: 60, minY: 20, maxX: 140, maxY: 80), opacity: 0.5)),
                .image(ImageMark(image: other, rect: PlotRect(minX: 150, minY: 100, maxX: 170, maxY: 120))),
                .image(ImageMark(image: first, rect: PlotRect(minX: 30, minY: 90, maxX: 70, maxY: 120))))
        case "image enlarged":
            return VitrailVectorTests.scene(
                .image(ImageMark(image: noise(12, 8), rect: PlotRect(minX: 20, minY: 10, maxX: 220, maxY: 150))))
        case "field":
            var numbers = SeededNumbers(seed: 63)
            let values = (0..<41 * 23).map {
                $0 % 13 == 0 ? Float.nan : $0 % 29 == 0 ? -.infinity : numbers.float(-1...11)
            }
            let colors = (0..<17).map { Color(UInt32($0) * 0x0E0703 + 0x102030, alpha: 0.8) }
            return VitrailVectorTests.scene(
                .field(
                    Field(
                        columns: 41, rows: 23, values: values, rect: PlotRect(minX: 5, minY: 3, maxX: 231, maxY: 150),
                        low: 0, high: 10, colors: colors)))
        case "order":
            guard var scene = rectScene("rects translucent overlapping") else { return nil }
            scene.background = Color(0xEEF4FF)
            scene.layers += [areaScene("area crossing"), roundScene("donut translucent"), lineScene("line wave")]
                .compactMap { $0?.layers[0] }
            return scene
        default: return nil
        }
    }
}
