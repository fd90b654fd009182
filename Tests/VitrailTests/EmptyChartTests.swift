import Testing
import Vitrail
import VitrailTestSupport

/// Descriptions without visible content produce a warning.
@Suite struct EmptyChartTests {
    private func plan(_ json: String) throws -> Plan { try Vitrail.plan(ChartDescription(json: json).makeChart()) }

    private func texts(_ plan: Plan) -> [String] {
        plan.scene.layers.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape, mark.label == "no data" { run.source.text } else { nil }
        }
    }

    private static let line = #"{"type": "line", "data": "d", "y": "y"}"#

    @Test(arguments: [
        (#"{"title": "Nothing"}"#, "there are no series"),
        (
            #"{"data": {"d": {"values": {"y": []}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#,
            "the only series has no value that can be shown"
        ),
        (
            #"{"data": {"d": {"values": {"y": [null]}}}, "series": [\#(line), \#(line)]}"#,
            "none of the 2 series has a value that can be shown"
        ),
        (
            #"{"data": {"d": {"values": {"y": [0]}}}, "series": [{"type": "pie", "data": "d", "y": "y"}]}"#,
            "the only series has no value that can be shown"
        ),
    ])
    func theyHaveATextAndAWarning(json: String, reason: String) throws {
        let plan = try plan(json)
        #expect(texts(plan) == ["no data"])
        let warning = "series: \(reason); the picture says \"no data\", which \"noDataText\" changes"
        #expect(plan.warnings.map(\.description).contains(warning))
    }

    @Test func theTextMayBeAnotherOrNone() throws {
        #expect(texts(try plan(#"{"noDataText": "keine Daten"}"#)) == ["keine Daten"])
        let silent = try plan(#"{"noDataText": ""}"#)
        #expect(texts(silent).isEmpty)
        #expect(silent.warnings.map(\.description) == ["series: there are no series; the picture shows no data"])
    }

    @Test func annotationsAloneAreAPicture() throws {
        let plan = try plan(#"{"annotations": [{"type": "text", "text": "under construction"}]}"#)
        #expect(texts(plan).isEmpty && plan.warnings.count == 1)
    }

    @Test func chartsOfProgramsKeepSilent() throws {
        let plan = try Vitrail.plan(Chart(width: 300, height: 200))
        #expect(texts(plan).isEmpty && plan.warnings.isEmpty)
    }
}
