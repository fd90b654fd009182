import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite("Partial results: bytes")
struct PartialBytesTests {
    @Test(
        "contents that contradict themselves are errors, and nothing is taken for them",
        arguments: [11, 12, 13] as [UInt64])
    func contents(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let json = """
            {"size": {"width": 90, "height": 70}, "series": [{"type": "line", "data": "d", "x": "t", "y": "v"},
              {"type": "density", "data": "d", "x": "t", "y": "v", "value": "v", "aggregation": "mean"}]}
            """
        let first = try PartialPlan(json: Array(json.utf8))
        let values = (0..<60).map { _ in numbers.double(-1...1) }
        let tables = ["d": try ColumnTable(["t": Column((0..<60).map(Double.init)), "v": Column(values)])]
        let extents = try first.reduce(tables, position: 0)
        let second = try first.withExtents(extents)
        let part = try second.reduce(tables, position: 0)
        func broken(_ bytes: [UInt8]) throws -> [UInt8] {
            var envelope = try PartialEnvelope(bytes)
            for _ in 0...Int.random(in: 0..<4, using: &numbers) {
                let k = Int.random(in: envelope.content.indices, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: envelope.content[k] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                case 1: envelope.content[k] = .random(in: .min ... .max, using: &numbers)
                case 2: envelope.content.remove(at: k)
                default: for i in k..<min(k + 8, envelope.content.count) { envelope.content[i] = 0xff }
                }
            }
            return try envelope.sealed()
        }
        var errors = 0
        for _ in 0..<60 {
            do {
                _ = try plan(second.makeChart(second.merge([broken(part)])))
            } catch { errors += 1 }
            do {
                _ = try first.withExtents(broken(extents)).layout()
            } catch { errors += 1 }
        }
        #expect(errors > 10)
    }

    @Test("bytes are read as they were written, and not beyond their end")
    func values() throws {
        var writer = PartialWriter()
        writer.write(UInt16(513))
        writer.write(-1.5)
        writer.write("déjà")
        writer.write([1, 2, 3] as [Int32])
        var reader = PartialReader(writer.bytes)
        #expect(try reader.integer(UInt16.self) == 513)
        #expect(try reader.double() == -1.5)
        #expect(try reader.text() == "déjà")
        #expect(try reader.array(Int32.self) == [1, 2, 3])
        try reader.finish()
        #expect(throws: DescriptionError.self) { try reader.bool() }
        var other = PartialReader([255, 255, 255, 255, 255, 255, 255, 127])
        #expect(throws: DescriptionError.self) { try other.array(Double.self) }
        let envelope = PartialEnvelope(
            kind: .result, plan: PartialHash(of: [1]), content: Array(0...200) + Array(repeating: 0, count: 9_000))
        let bytes = try envelope.sealed()
        #expect(bytes.count < 400)
        #expect(try PartialEnvelope(bytes).content == envelope.content)
    }

    @Test("what rounding loses is kept")
    func sums() {
        var (sum, rest) = (0.0, 0.0)
        for value in [1e16, 1, 1, -1e16, 1, 0.1] {
            let (next, lost) = ExactSum.add(sum, value)
            (sum, rest) = (next, rest + lost)
        }
        #expect(sum + rest == 3.1)
    }
}
