import Testing
import VitrailScene

@testable import VitrailDescription

@Suite("Strategies in descriptions")
struct StrategyTests {
    private func chart(_ strategy: String) throws -> ChartDescription {
        let series = #"[{"type": "line", "data": "d", "y": "y"}]"#
        return try ChartDescription(
            json: #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": \#(series), \#(strategy)}"#)
    }

    @Test("the key sets the chart's strategy; auto is none")
    func key() throws {
        for name in StrategyName.allCases {
            let description = try chart(#""strategy": "\#(name.rawValue)""#)
            #expect(description.strategy == name.strategy)
            #expect(try description.makeChart().strategy == name.strategy)
        }
        #expect(StrategyName.allCases.compactMap(\.strategy) == RenderStrategy.allCases)
    }

    @Test("strategies that a description cannot ask for are errors")
    func unknown() throws {
        for name in ["none", "Bins", "gpu"] {
            let error = #expect(throws: DescriptionError.self) { try chart(#""strategy": "\#(name)""#) }
            #expect(error?.path == "strategy")
        }
    }
}
