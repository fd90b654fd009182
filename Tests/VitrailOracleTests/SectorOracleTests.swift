import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Sectors are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SectorOracleTests {
    private func pie(
        _ count: Int, inner: Float = 0, crust: Float = 0, alpha: Double = 1, seed: UInt64 = 51,
        fill: Color? = nil
    ) -> Shape {
        var numbers = SeededNumbers(seed: seed)
        let shares = (0..<count).map { _ in numbers.float(0.1...1) }
        let total = shares.reduce(0, +)
        var start = numbers.float(0...6)
        let items = shares.map { share in
            let sweep = share / total * 2 * .pi
            defer { start += sweep }
            return SectorBatch.Item(
                center: point(120.3, 80.6), innerRadius: inner, outerRadius: 72.4, startAngle: start,
                sweep: sweep, fill: fill ?? numbers.color(alpha: alpha), crust: Color(0x101010), crustWidth: crust)
        }
        return .sectors(SectorBatch(items: items))
    }

    private static let counts = [1, 2, 3, 5, 8, 30]

    @Test("pies", arguments: counts)
    func pies(count: Int) async throws {
        try await Oracle.expectAgreement("pie \(count)", scene(pie(count)))
    }

    @Test("donuts with a crust", arguments: counts)
    func donuts(count: Int) async throws {
        try await Oracle.expectAgreement("donut \(count) crust", scene(pie(count, inner: 30.2, crust: 1.5)))
    }

    @Test("pies with a crust", arguments: counts)
    func crusts(count: Int) async throws {
        try await Oracle.expectAgreement("pie \(count) crust", scene(pie(count, crust: 2.5)))
    }

    @Test("translucent", arguments: counts)
    func translucent(count: Int) async throws {
        try await Oracle.expectAgreement("donut \(count) translucent", scene(pie(count, inner: 11, alpha: 0.5)))
    }

    @Test("thin rings and hundreds of slices", arguments: [30, 300])
    func thin(count: Int) async throws {
        try await Oracle.expectAgreement("ring \(count) thin", scene(pie(count, inner: 71.5)))
    }

    @Test(
        "single sectors of every opening",
        arguments: [0.01, 0.1, 0.5, 1.2, 1.6, 3.1, .pi, 3.2, 4, 5, 6, 6.2] as [Float])
    func single(sweep: Float) async throws {
        let items = [0, 1].map { (i: Int) -> SectorBatch.Item in
            let position = Float(i)
            return SectorBatch.Item(
                center: point(62 + position * 118.3, 80.2), innerRadius: position * 20, outerRadius: 55,
                startAngle: 0.7 + position, sweep: i == 0 ? sweep : -sweep, fill: .black, crust: Color(0xFF8800),
                crustWidth: position * 4)
        }
        try await Oracle.expectAgreement("sector sweep \(sweep)", scene(.sectors(SectorBatch(items: items))))
    }

    @Test("half and quarter turns along the axes")
    func quarters() async throws {
        let items = (0..<4).map { i in
            SectorBatch.Item(
                center: point(120.25, 80.5), innerRadius: 0, outerRadius: 70, startAngle: Float(i) * .pi / 2,
                sweep: .pi / 2, fill: Color(UInt32(0x20_4060 * (i + 1))))
        }
        try await Oracle.expectAgreement("pie quarters", scene(.sectors(SectorBatch(items: items))))
    }

    @Test("neighbours leave no seam", arguments: [2, 3, 8, 30])
    func seams(count: Int) async throws {
        let picture = try await Oracle.draw(scene(pie(count, fill: .black)))
        for y in 0..<160 {
            for x in 0..<240 {
                let dx = Float(x) + 0.5 - 120.3
                let dy = Float(y) + 0.5 - 80.6
                let radius = (dx * dx + dy * dy).squareRoot()
                guard radius > 3, radius < 71 else { continue }
                #expect(picture[x, y].x <= 1, "at \(x), \(y)")
            }
        }
    }
}
