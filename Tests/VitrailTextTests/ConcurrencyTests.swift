import Testing
import VitrailScene

@testable import VitrailText

@Suite struct ConcurrencyTests {
    private static let texts = (0..<40).map { "\($0 * 37) label é 東京 عربى \($0)" }

    private static func run(_ i: Int, _ engine: TextEngine) -> GlyphRun {
        engine.run(
            texts[i], font: Font(size: 9 + Double(i % 5), isBold: i % 3 == 0), scale: 1,
            origin: PlotPoint(x: Float(i) * 0.3, y: 50), rotation: i % 7 == 0 ? 0.3 : 0, color: .black)
    }

    @Test func eightTasksGetWhatOneGets() async {
        let serial = TextEngine()
        let expected = Self.texts.indices.map { Self.run($0, serial) }
        let serialAtlas = serial.atlas()
        let shared = TextEngine()
        await withTaskGroup(of: [(Int, GlyphRun)].self) { group in
            for task in 0..<8 {
                group.addTask {
                    // Each task uses another order.
                    Self.texts.indices.map { ($0 * 7 + task * 5) % Self.texts.count }.map { ($0, Self.run($0, shared)) }
                }
            }
            for await runs in group {
                let atlas = shared.atlas()
                for (i, run) in runs {
                    #expect(run.source == expected[i].source)
                    #expect(run.glyphs.map(\.x) == expected[i].glyphs.map(\.x))
                    #expect(run.glyphs.map(\.y) == expected[i].glyphs.map(\.y))
                    guard runs[0].0 == i else { continue }
                    #expect(Ink(run, atlas: atlas) == Ink(expected[i], atlas: serialAtlas))
                }
            }
        }
        #expect(shared.atlas().generation == serialAtlas.generation)
    }
}
