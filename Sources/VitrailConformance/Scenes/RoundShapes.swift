import VitrailImage
import VitrailScene

/// Discs, aggregated markers and ring sectors.
enum RoundShapes {
    static let all = [discs, markers, sectors]

    /// Limits for discs, where only one edge can be wrong.
    private static let fine = InkComparison.Limits(mean: 1, p99: 4, max: 8)

    private static let discs = CaseGroup("shape.disc") {
        let small = [Float(0.1), 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 9].map { radius in
            SceneCase.exact("radius\(SceneCase.part(radius))", limits: fine) { numbers in grid(radius, &numbers) }
        }
        let large = [Float(60), 500, 20_000].map { radius in
            SceneCase.exact("radius\(SceneCase.part(radius))", limits: fine) { _ in
                let center = point(80.3 - radius * 0.6, 60.8 - radius * 0.7)
                return scene([.discs(DiscBatch(items: [.init(center: center, radius: radius, color: .black)]))])
            }
        }
        return small + large + [SceneCase.exact("overlapping") { numbers in overlapping(&numbers) }]
    }

    private static func grid(_ radius: Float, _ numbers: inout CaseNumbers) -> Scene {
        let cell = radius * 2 + 4
        var items: [DiscBatch.Item] = []
        for row in 0..<Int(120 / cell) {
            for column in 0..<Int(160 / cell) {
                let x = (Float(column) + 0.5) * cell + numbers.float(-1...1)
                let y = (Float(row) + 0.5) * cell + numbers.float(-1...1)
                items.append(.init(center: point(x, y), radius: radius, color: .black))
            }
        }
        var scene = scene([.discs(DiscBatch(items: items))])
        // The disc shader draws each disc, whatever their number.
        scene.decimation = .none
        return scene
    }

    private static func overlapping(_ numbers: inout CaseNumbers) -> Scene {
        let items = (0..<120).map { _ in
            let center = point(numbers.float(0...160), numbers.float(0...120))
            return DiscBatch.Item(center: center, radius: numbers.float(0.5...14), color: numbers.color(alpha: 0.6))
        }
        return scene([.discs(DiscBatch(items: items))])
    }

    private static let markers = CaseGroup("shape.marker") {
        [12, 300, 5_000].flatMap { count in
            [Float(1.5), 4].flatMap { radius in
                [0.05, 0.4, 1].map { alpha in
                    SceneCase.exact("n\(count).radius\(SceneCase.part(radius)).alpha\(SceneCase.part(alpha))") {
                        numbers in
                        let items = (0..<count).map { _ in
                            Markers.Item(
                                center: point(numbers.float(-5...165), numbers.float(-5...125)), radius: radius)
                        }
                        return scene([.markers(Markers(items, color: Color(0x1F77B4, alpha: alpha)))])
                    }
                }
            }
        }
    }

    // MARK: Sectors

    private struct Ring: Sendable {
        var name: String
        var inner: Float = 0
        var crust: Float = 0
        var alpha = 1.0
    }

    private static let rings = [
        Ring(name: "pie"), Ring(name: "crust", crust: 2.5), Ring(name: "donut", inner: 22.2, crust: 1.5),
        Ring(name: "translucent", inner: 9, alpha: 0.5),
        Ring(name: "thin_ring", inner: 51.2),
    ]

    private static let sectors = CaseGroup("shape.sector") {
        let whole = [1, 2, 3, 5, 8, 30, 200].flatMap { count in
            rings.map { ring in
                SceneCase.exact("\(ring.name).n\(count)") { numbers in scene([sectors(count, ring, &numbers)]) }
            }
        }
        let single = [Float(0.01), 0.1, 0.5, 1.2, 1.6, 3.1, 3.2, 4, 5, 6.2].map { sweep in
            SceneCase.exact("sweep\(SceneCase.part(sweep))") { _ in pair(sweep) }
        }
        return whole + single
    }

    private static func sectors(_ count: Int, _ ring: Ring, _ numbers: inout CaseNumbers) -> Shape {
        let shares = (0..<count).map { _ in numbers.float(0.1...1) }
        let total = shares.reduce(0, +)
        var start = numbers.float(0...6)
        var items: [SectorBatch.Item] = []
        for share in shares {
            let sweep = share / total * 2 * .pi
            items.append(
                .init(
                    center: point(80.3, 60.6), innerRadius: ring.inner, outerRadius: 52.4, startAngle: start,
                    sweep: sweep,
                    fill: numbers.color(alpha: ring.alpha), crust: Color(0x101010), crustWidth: ring.crust))
            start += sweep
        }
        return .sectors(SectorBatch(items: items))
    }

    /// Two sectors, one in each direction of rotation.
    private static func pair(_ sweep: Float) -> Scene {
        let items = [Float(0), 1].map { k in
            SectorBatch.Item(
                center: point(40 + k * 80.3, 60.2), innerRadius: k * 14, outerRadius: 37, startAngle: 0.7 + k,
                sweep: k == 0 ? sweep : -sweep,
                fill: .black, crust: Color(0xFF8800), crustWidth: k * 3)
        }
        return scene([.sectors(SectorBatch(items: items))])
    }
}
