import Testing
import VitrailReference
import VitrailScene
import VitrailTestNumbers

@Suite("Discs are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct DiscOracleTests {
    @Test("of every radius", arguments: [0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 9] as [Float])
    func grid(radius: Float) async throws {
        var numbers = SeededNumbers(seed: 41)
        var items: [DiscBatch.Item] = []
        let cell = radius * 2 + 4
        for row in 0..<Int(160 / cell) {
            for column in 0..<Int(240 / cell) {
                items.append(
                    DiscBatch.Item(
                        center: point(
                            (Float(column) + 0.5) * cell + numbers.float(-1...1),
                            (Float(row) + 0.5) * cell + numbers.float(-1...1)), radius: radius, color: .black))
            }
        }
        try await Oracle.expectAgreement(
            "disc radius \(radius)", scene(.discs(DiscBatch(items: items)), decimation: .none),
            limits: .init(mean: 1, p99: 4, max: 8))
    }

    @Test("large ones, reaching out", arguments: [20, 60, 500, 20_000] as [Float])
    func large(radius: Float) async throws {
        let item = DiscBatch.Item(
            center: point(120.3 - radius * 0.6, 80.8 - radius * 0.7), radius: radius, color: .black)
        try await Oracle.expectAgreement(
            "disc radius \(radius)", scene(.discs(DiscBatch(items: [item]))),
            limits: .init(mean: 1, p99: 4, max: 8))
    }

    @Test("translucent ones, one over another")
    func overlapping() async throws {
        var numbers = SeededNumbers(seed: 42)
        let items = (0..<120).map { _ in
            DiscBatch.Item(
                center: point(numbers.float(0...240), numbers.float(0...160)), radius: numbers.float(0.5...16),
                color: numbers.color(alpha: 0.6))
        }
        try await Oracle.expectAgreement("disc overlapping", scene(.discs(DiscBatch(items: items))))
    }

    // MARK: In layers

    /// Seeded rings, or points of one disc, in individual colours or in two colours.
    private func points(_ count: Int, radius: Float, inner: Float, alpha: Double, areOfMany: Bool) -> DiscBatch {
        var numbers = SeededNumbers(seed: UInt64(count) + UInt64(radius))
        let (outer, dark) = (Color(0x1F77B4, alpha: alpha), Color(0x802010, alpha: alpha))
        var items: [DiscBatch.Item] = []
        for _ in 0..<count {
            let center = point(numbers.float(-20...190), numbers.float(-20...140))
            items.append(
                DiscBatch.Item(center: center, radius: radius, color: areOfMany ? numbers.color(alpha: alpha) : outer))
            if inner > 0 { items.append(DiscBatch.Item(center: center, radius: inner, color: dark)) }
        }
        return DiscBatch(items: items)
    }

    @Test(
        "in any number of layers, as if each in turn, in real numbers", arguments: [1, 3, 8, 80, 255],
        [(1.3, 0.6), (4, 2.5), (21, 7), (60, 40)])
    func layers(alpha: Int, _ radii: (outer: Float, inner: Float)) async throws {
        for (k, count) in [2_500, 4_000].enumerated() {
            let batch = points(
                count, radius: radii.outer, inner: radii.inner, alpha: Double(alpha) / 255, areOfMany: k == 1)
            for clip in [nil, PixelRect(x: 17, y: 31, width: 150, height: 60)] {
                let maximum = try await greatestError(scene(.discs(batch), clip: clip))
                #expect(maximum <= 1, "alpha \(alpha), radius \(radii.outer), \(count): \(maximum)/255")
            }
        }
    }

    @Test("few faint ones on one another", arguments: [1, 3, 8, 40])
    func faint(alpha: Int) async throws {
        let center = point(101.3, 80.2)
        let items = (0..<60).map {
            DiscBatch.Item(
                center: center, radius: 20 + Float($0 % 7), color: Color(0x1F77B4, alpha: Double(alpha) / 255))
        }
        #expect(try await greatestError(scene(.discs(DiscBatch(items: items)))) <= 1)
    }

    /// Maximum error of a channel, in 1/255; a pixel between two bytes may be either.
    private func greatestError(_ scene: Scene) async throws -> Int {
        let drawn = try await Oracle.draw(scene)
        return zip(drawn.pixels, ReferenceRasterizer.render(scene).image.pixels).map { abs(Int($0) - Int($1)) }.max()
            ?? 0
    }
}
