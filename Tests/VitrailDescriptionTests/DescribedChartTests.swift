import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailScales

/// A chart has the properties of its description.
@Suite struct DescribedChartTests {
    private func chart(_ json: String) throws -> Chart { try ChartDescription(json: json).makeChart() }

    @Test func axesAreWhatTheyWereDescribedAs() throws {
        let chart = try chart(
            """
            { "yAxis": {"type": "category"},
              "xAxes": [{}, {
                "title": "t", "axisPosition": "reverse", "axisPositionValue": 4, "axisLabelsAreFixed": true, "defaultRange": [1, 9],
                "rangePaddingLow": 2, "rangePaddingHigh": 3, "majorTickFrequency": 4, "minorTickFrequency": 0.5, "anchorPoint": 7,
                "majorTickValues": [2, 3], "labelFormatString": "%.3f", "longestLabelHint": "wide", "width": 33, "secondaryAxisOffset": 12,
                "barColSpacing": 0.25, "tickLabelClippingModeHigh": "neitherPersist", "tickLabelClippingModeLow": "ticksAndLabelsPersist",
                "gridPosition": "aboveData", "style": {"lineWidth": 5}
              }] }
            """)
        let axis = try #require(chart.secondaryXAxes.first)
        #expect(
            axis.title == "t" && axis.axisPosition == .reverse && axis.axisPositionValue == .number(4)
                && axis.axisLabelsAreFixed)
        #expect(axis.defaultRange == NumberRange(1, 9) && axis.rangePaddingLow == 2 && axis.rangePaddingHigh == 3)
        #expect(
            axis.majorTickFrequency == 4 && axis.minorTickFrequency == 0.5 && axis.anchorPoint == 7
                && axis.majorTickValues == [2, 3])
        #expect(axis.labelFormatString == "%.3f" && axis.longestLabelHint == "wide")
        #expect(axis.width == 33 && axis.secondaryAxisOffset == 12 && axis.barColSpacing == 0.25)
        #expect(
            axis.tickLabelClippingModeHigh == .neitherPersist && axis.tickLabelClippingModeLow == .ticksAndLabelsPersist
        )
        #expect(axis.gridPosition == .aboveData && axis.style.lineWidth == 5)
    }

    @Test func limitsOfPanningAreWhatTheyWereDescribedAs() throws {
        let limits = try chart(
            """
            {"xAxis": {}, "yAxis": {"allowPanningOutOfDefaultRange": false, "allowPanningOutOfMaxRange": true, "defaultRange": [2, 4]}}
            """)
        let (x, y) = (try #require(limits.xAxis), try #require(limits.yAxis))
        #expect(x.allowPanningOutOfDefaultRange && !x.allowPanningOutOfMaxRange)
        #expect(!y.allowPanningOutOfDefaultRange && y.allowPanningOutOfMaxRange)
        #expect(y.setRange(3, 7) && y.axisRange == NumberRange(2, 4))
    }

    @Test(
        "names of bars begin at the top, unless the description says how",
        arguments: [
            (#"{"type": "category"}"#, ["bar", "bar"], true),
            (#"{"type": "category", "reversed": false}"#, ["bar"], false),
            (#"{"type": "category"}"#, ["bar", "line"], false), (#"{"type": "category"}"#, ["line"], false),
            ("{}", ["bar"], false),
            (#"{"type": "category", "reversed": true}"#, ["line"], true),
        ])
    func firstRowsOnTop(axis: String, kinds: [String], isReversed: Bool) throws {
        let column = axis == "{}" ? "v" : "n"
        let series = kinds.map { #"{"type": "\#($0)", "data": "d", "x": "v", "y": "\#(column)"}"# }.joined(
            separator: ",")
        let chart = try chart(
            #"{"xAxis": {}, "yAxis": \#(axis), "data": {"d": {"values": {"n": ["a", "b"], "v": [1, 2]}}}, "series": [\#(series)]}"#
        )
        #expect(chart.yAxis?.isReversed == isReversed)
    }

    @Test(arguments: ["dateTime", "discontinuousDateTime"])
    func calendarsAreWhatTheyWereDescribedAs(type: String) throws {
        func axis(_ members: String) throws -> DateTimeAxis {
            try #require(try chart(#"{"xAxis": {"type": "\#(type)"\#(members)}}"#).xAxis as? DateTimeAxis)
        }
        let plain = try axis("")
        #expect(
            plain.calendar.identifier == .gregorian && plain.calendar.timeZone == DateTimeAxis.defaultCalendar.timeZone
                && plain.showsDateAtMidnight)
        // Weeks follow ISO 8601, except for a locale with its own.
        let american = try axis(#", "locale": "en-US""#)
        #expect(plain.calendar.firstWeekday == 2 && american.calendar.firstWeekday == 1)
        let set = try axis(
            #", "timeZone": "Asia/Kathmandu", "locale": "de_DE", "calendar": {"identifier": "buddhist", "firstWeekday": 4}, "showsDateAtMidnight": false"#
        )
        #expect(set.calendar.identifier == .buddhist && set.calendar.firstWeekday == 4 && !set.showsDateAtMidnight)
        #expect(set.timeZone.identifier == "Asia/Kathmandu" && set.locale.identifier == "de_DE")
        #expect(try axis(#", "calendar": {"firstWeekday": 7}"#).calendar.firstWeekday == 7)
        #expect(try axis(#", "calendar": {"identifier": "iso8601"}"#).calendar.firstWeekday == 2)
        // 1970-01-01 is 1 January 2513 in the Buddhist calendar, and is written so.
        set.labelFormatString = "yyyy"
        #expect(set.string(forId: 0) == "2513")
        for identifier in CalendarDescription.Identifier.allCases {
            #expect(
                try axis(#", "calendar": {"identifier": "\#(identifier)"}"#).calendar.identifier
                    == identifier.foundation)
        }
    }

    @Test(arguments: [
        ("discontinuousNumber", #"{"start": 1, "end": 2}"#),
        ("discontinuousDateTime", #"{"start": 1, "length": 2, "every": {"day": 1}}"#),
    ])
    func discontinuousAxesAreWhatTheyWereDescribedAs(type: String, exclusion: String) throws {
        func axis(_ more: String) throws -> Axis? {
            try chart(#"{"xAxis": {"type": "\#(type)", "exclusions": [\#(exclusion)]\#(more)}}"#).xAxis
        }
        let plain = try axis("")
        let set = try axis(
            #", "discontinuousTickLabelClipping": "high", "calculateMajorTickFrequencyFromDiscontinuousRange": true"#)
        for (axis, clipping, fromRest) in [(plain, DiscontinuousTickLabelClipping.low, false), (set, .high, true)] {
            if let numbers = axis as? DiscontinuousNumberAxis {
                #expect(numbers.excludedRanges == [NumberRange(1, 2)])
                #expect(numbers.discontinuousTickLabelClipping == clipping)
                #expect(numbers.calculateMajorTickFrequencyFromDiscontinuousRange == fromRest)
            } else {
                let dates = try #require(axis as? DiscontinuousDateTimeAxis)
                #expect(dates.excludedRepeatedTimePeriods.count == 1)
                #expect(dates.discontinuousTickLabelClipping == clipping)
                #expect(dates.calculateMajorTickFrequencyFromDiscontinuousRange == fromRest)
            }
        }
    }

    @Test func chartAndSeriesAreWhatTheyWereDescribedAs() throws {
        let chart = try chart(
            """
            { "size": {"width": 300, "height": 200}, "scale": 2, "title": "t", "canvasInset": {"top": 1, "left": 2, "bottom": 3, "right": 4},
              "data": {"d": {"values": {"x": [1, 2], "y": [3, 4]}}},
              "series": [{"type": "column", "data": "d", "x": "x", "y": "y", "baseline": 1, "groupIndex": -2},
                         {"type": "bar", "data": "d", "x": "x", "y": "y", "groupIndex": 3, "hidden": true, "showInLegend": false},
                         {"type": "column", "data": "d", "y": "y"}] }
            """)
        #expect(chart.frame == Rect(x: 0, y: 0, width: 300, height: 200) && chart.scale == 2 && chart.title == "t")
        #expect(chart.canvasInset == Insets(top: 1, left: 2, bottom: 3, right: 4))
        let bars = chart.series.compactMap { $0 as? BarColumnSeries }
        #expect(bars.map(\.groupIndex) == [-2, 3, nil] && bars.map(\.baseline) == [1, 0, 0])
        #expect(bars.map(\.hidden) == [false, true, false] && bars.map(\.showInLegend) == [true, false, true])
    }

    @Test func pricesAreWhatTheyWereDescribedAs() throws {
        let columns = #""open": "o", "high": "h", "low": "l", "close": "c""#
        let labels = #""dataPointLabelStyle": {"showLabels": true, "offsetFromDataPoint": [26, 0]}"#
        let drawnStyle = DataPointLabelStyle(showLabels: true, offsetFromDataPoint: Offset(x: 26, y: 0))
        let chart = try chart(
            """
            { "data": {"d": {"values": {"t": [1, 2], "o": [3, 4], "h": [7, 8], "l": [1, 2], "c": [5, 6]}}},
              "series": [{"type": "candlestick", "data": "d", "x": "t", \(columns), "groupIndex": 4, "style": {"stickWidth": 2, \(labels)}},
                         {"type": "ohlc", "data": "d", "y": "t", \(columns), "orientation": "vertical", "style": {"armWidth": 3, \(labels)}}] }
            """)
        let candles = try #require(chart.series[0] as? CandlestickSeries)
        let bars = try #require(chart.series[1] as? OHLCSeries)
        #expect(
            candles.style == CandlestickSeriesStyle(stickWidth: 2, dataPointLabelStyle: drawnStyle)
                && candles.groupIndex == 4 && candles.orientation == .horizontal)
        #expect(
            bars.style == OHLCSeriesStyle(armWidth: 3, dataPointLabelStyle: drawnStyle) && bars.groupIndex == nil
                && bars.orientation == .vertical)
        for series in [candles, bars] as [Series] {
            for (key, first) in [(DataKey.open, 3.0), (.high, 7), (.low, 1), (.close, 5)] {
                #expect(series.columns[key]?.withValues { $0[0] } == first)
            }
        }
        #expect(candles.columns.x?.count == 2 && bars.columns.y?.count == 2 && bars.columns.x == nil)
    }
}
