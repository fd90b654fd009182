import Testing
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
            "disc radius \(radius)", scene(.discs(DiscBatch(items: items))),
            limits: .init(mean: 1, p99: 4, max: 8))
    }

    @Test("large ones, reaching out", arguments: [20, 60, 500, 20_000] as [Float])
    func large(radius: Float) async throws {
        let item = DiscBatch.Item(center: point(120.3 - radius * 0.6, 80.8 - radius * 0.7), radius: radius, color: .black)
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
}
