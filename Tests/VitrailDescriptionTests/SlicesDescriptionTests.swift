import Testing

@testable import VitrailChart
@testable import VitrailDescription

/// Properties of slices in a description.
@Suite struct SlicesDescriptionTests {
    private func chart(_ members: String) throws -> Chart {
        try ChartDescription(
            json: """
                { "data": {"d": {"values": {"name": ["Ada", "Bob", "Cid"], "size": [1, 2, 1]}}},
                  "series": [{"type": "donut", "data": "d", "x": "name", "y": "size", \(members)}] }
                """
        ).makeChart()
    }

    private func donut(_ members: String) throws -> DonutSeries {
        let chart = try chart(members)
        _ = try plan(chart)
        return try #require(chart.series[0] as? DonutSeries)
    }

    @Test func slicesAreSelectedByNameAndByNumber() throws {
        let pie = try donut(
            #""selectedSlices": ["Cid", 0], "selectedStyle": {"protrusion": 7, "spokeStyle": {"showSpokes": true}}"#)
        #expect(pie.selectedSlices == [0, 2])
        #expect(pie.selectedStyle == PieSeriesStyle(protrusion: 7, spokeStyle: SpokeStyle(showSpokes: true)))
    }

    @Test func slicesMayHaveSpokesOfTheirOwn() throws {
        let pie = try donut(
            #""style": {"spokeStyle": {"showSpokes": true, "width": 3}}, "spokeStyles": [{"slice": "Bob", "style": {"length": 9}}, {"slice": 0, "style": {"showSpokes": false}}]"#
        )
        #expect(pie.spokeStyle(ofSlice: 1) == SpokeStyle(showSpokes: true, width: 3, length: 9))
        #expect(pie.spokeStyle(ofSlice: 0) == SpokeStyle(showSpokes: false, width: 3))
        #expect(pie.spokeStyle(ofSlice: 2) == nil)
    }

    @Test func turnsAreRadians() throws {
        #expect(try donut(#""rotation": 1.25"#).rotation == 1.25)
        let pie = try donut(#""selectedSlices": [1], "selectedPosition": 2"#)
        // Clockwise slices have negative angles: −4.28 is the same direction.
        let way = try #require(pie.midAngle(ofSlice: 1)) - 2
        #expect(abs(way.remainder(dividingBy: 2 * .pi)) < 1e-9)
    }

    @Test(
        arguments: [
            (
                #""selectedSlices": ["Bop"]"#,
                #"series[0].selectedSlices[0]: no slice is named "Bop"; did you mean "Bob"?"#
            ),
            (#""selectedSlices": [0, 3]"#, "series[0].selectedSlices[1]: there is no slice 3; the series has 3"),
            (#""selectedSlices": [0.5]"#, "series[0].selectedSlices[0]: 0.5 is no whole number"),
            (#""selectedSlices": [-1]"#, "series[0].selectedSlices[0]: -1 is outside 0…2147483647"),
            (
                #""spokeStyles": [{"slice": "Bop", "style": {}}]"#,
                #"series[0].spokeStyles[0].slice: no slice is named "Bop"; did you mean "Bob"?"#
            ),
            (
                #""spokeStyles": [{"slice": 3, "style": {}}]"#,
                "series[0].spokeStyles[0].slice: there is no slice 3; the series has 3"
            ),
            (
                #""spokeStyles": [{"slice": 0, "style": {"lenght": 1}}]"#,
                #"series[0].spokeStyles[0].style.lenght: unknown key; did you mean "length"?"#
            ),
            (#""rotation": 1e9"#, "series[0].rotation: 1000000000 is outside -1000…1000"),
            (
                #""style": {"spokeStyle": {"lenght": 1}}"#,
                #"series[0].style.spokeStyle.lenght: unknown key; did you mean "length"?"#
            ),
        ])
    func mistakesNameTheirPosition(members: String, message: String) throws {
        let error = #expect(throws: DescriptionError.self) { try chart(members) }
        #expect(error?.description == message)
    }
}
