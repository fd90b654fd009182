import Testing

@testable import VitrailDescription

/// The decoder rejects every file that the published schema rejects (Tests/schema/check_schema.py), and reports the
/// JSON path.
@Suite struct BrokenDescriptionTests {
    private static let noPattern =
        "is no pattern of one number: neither one with %f, %e or %g in it, as \"%.1f km\" (a per cent sign is written %%), "
        + "nor a specifier as \"$,.0f\", \".0%\" or \"~s\""

    private static let messages = [
        "a-list": "expected an object, found a list",
        "annotation-end-without-start": "annotations[0].xMax: there is no \"x\" that it is the maximum to",
        "axis-and-axes": "xAxes: only one of xAxis and xAxes can be given",
        "bad-colour": "series[0].style.lineColor: \"rde\" is not a colour; did you mean \"red\"?",
        "band-annotation-without-end": "annotations[0]: \"max\" is missing",
        "band-with-y": "series[0].y: unknown key; did you mean \"by\"?",
        "bar-spacing-of-items": "xAxis.barColSpacing: unknown key",
        "base-of-a-number-axis": "yAxis.base: unknown key",
        "bubble-without-area": "series[0]: \"area\" is missing",
        "calendar-step-on-a-number-axis": "xAxis.majorTickFrequency: expected a number, found an object",
        "calendar-of-a-number-axis": "xAxis.calendar: unknown key",
        "candlestick-without-close": "series[0]: \"close\" is missing",
        "column-with-orientation": "series[0].orientation: unknown key",
        "corner-ratio-above-one": "series[0].style.cornerRatio: 1.5 is outside 0…1",
        "crosshair-that-bounces": "crosshair.outOfRangeBehavior: \"bounce\" is not one of keepAtEdge, hide, remove",
        "crosshair-without-point": "crosshair: \"point\" is missing",
        "dashes-of-zero": "xAxis.style.majorGridLineStyle.dashStyle: no length is greater than 0",
        "data-of-two-sources": "data.d: expected one of csv, values, columns, npy, npz and arrow",
        "data-without-source": "data.d: expected one of csv, values, columns, npy, npz and arrow",
        "date-on-a-number-axis": "xAxis.defaultRange[0]: expected a number, found a string",
        "density-by-median":
            "series[0].aggregation: \"median\" is not one of count, sum, mean, max, min, category; did you mean \"mean\"?",
        "density-count-of-values":
            "series[0].value: the aggregation \"count\" does not read this column; leave it out, or aggregate by sum, mean, max or min",
        "density-mean-without-value": "series[0]: \"value\" is missing",
        "density-of-two-columns":
            "series[0].value: the aggregation \"category\" does not read this column; leave it out, or aggregate by sum, mean, max or min",
        "density-range-of-one": "series[0].style.valueRange: a range is a list of two numbers, [low, high]",
        "density-unknown-map": "series[0].style.colorMap: no colour map is named \"virdis\"; did you mean \"viridis\"?",
        "donut-with-axis": "series[0].xAxis: unknown key",
        "empty-path": "data.d.csv: the path is empty",
        "exclusion-that-repeats-among-numbers": "xAxis.exclusions[0].every: unknown key",
        "exclusion-without-end": "xAxis.exclusions[0]: \"end\" is missing",
        "exclusion-without-length": "xAxis.exclusions[0]: \"length\" is missing",
        "exclusions-of-a-number-axis": "xAxis.exclusions: unknown key",
        "frame-delay-without-frames": "frameDelay: it needs \"frames\", and there are none",
        "frame-with-unknown-key": "frames[0].titel: unknown key; did you mean \"title\"?",
        "frames-that-are-empty": "frames: the list is empty; an animation has a frame or more",
        "group-of-a-line": "series[0].groupIndex: unknown key",
        "half-a-group": "series[0].groupIndex: expected a whole number",
        "half-an-entry": "legend.maxSeriesPerLine: expected a whole number",
        "image-annotation-without-file": "annotations[0]: \"file\" is missing",
        "inset-of-no-side": "canvasInset.sides: unknown key",
        "legend-in-the-middle":
            "legend.position: \"middle\" is not one of topLeft, topMiddle, topRight, middleLeft, middleRight, "
            + "bottomLeft, bottomMiddle, bottomRight; did you mean \"topMiddle\"?",
        "legend-wider-than-its-chart": "legend.fixedWidthRatio: 1.2 is outside 0.01…1",
        "line-annotation-of-the-other-axis": "annotations[0].xAxis: unknown key; did you mean \"yAxis\"?",
        "line-annotation-without-place": "annotations[0]: \"y\" is missing",
        "line-without-y": "series[0]: \"y\" is missing",
        "log-range-from-zero": "yAxis.defaultRange[0]: a logarithmic axis starts above 0",
        "missing-height": "size: \"height\" is missing",
        "midnight-of-a-category-axis": "yAxis.showsDateAtMidnight: unknown key",
        "misspelt-source": "data.d.cvs: unknown key; did you mean \"csv\"?",
        "mixed-values": "data.d.values.y[1]: expected a number, found a string",
        "negative-line-width": "series[0].style.lineWidth: -1 is outside 0…1000",
        "negative-offset": "yAxes[1].secondaryAxisOffset: -4 is outside 0…16384",
        "no-date": "xAxis.anchorPoint: \"1 January\" is not a date; write 2013-01-31 or 2013-01-31T12:00:00Z",
        "no-flavour-colours": "series[0].style.flavourColors: the list is empty",
        "no-series-type": "series[0]: \"type\" is missing",
        "null-title": "title: expected a string, found null",
        "offset-of-one-number":
            "series[0].style.dataPointLabelStyle.offsetFromDataPoint: an offset is a list of two numbers, [x, y]",
        "ohlc-with-baseline": "series[0].baseline: unknown key",
        "opacity-above-one": "annotations[0].opacity: 1.5 is outside 0…1",
        "panning-as-a-number": "yAxis.allowPanningOutOfDefaultRange: expected true or false, found a number",
        "range-of-one": "yAxis.defaultRange: expected minimum and maximum",
        "pattern-of-a-whole-number":
            "yAxis.labelFormatString: \"%d mm\" \(noPattern)",
        "pattern-of-two-shares":
            "series[0].style.labelFormatString: \"%.1f of %.1f\" \(noPattern)",
        "pattern-without-item": "xAxis.labelFormatString: \"week\" has no %@ for the item's text",
        "raw-column-without-format": "data.d.columns.y.f16: unknown key",
        "scale-too-large": "scale: 17 is outside 0.1…16",
        "selected-point-before-the-first": "series[0].selectedPoints[0]: -1 is outside 0…100000000",
        "series-no-list": "series: expected a list, found an object",
        "spoke-without-slice": "series[0].spokeStyles[0]: \"slice\" is missing",
        "spokes-of-a-line": "series[0].spokeStyles: unknown key",
        "square-root-base": "xAxis.base: unknown key",
        "stack-of-a-band": "series[0].stackIndex: unknown key",
        "style-of-another-kind": "series[0].style.cornerRatio: unknown key",
        "texture-of-columns": "series[0].style.texture: unknown key",
        "texture-without-path": "series[0].style.pointStyle.texture: the path is empty",
        "threshold-of-zero": "xAxis.threshold: 0 is outside 1e-300…1e+300",
        "time-zone-of-a-number-axis": "xAxis.timeZone: unknown key",
        "two-calendar-units":
            "xAxis.majorTickFrequency: expected one of second, minute, hour, day, week, month, year and a count",
        "unknown-anchor":
            "series[0].style.dataPointLabelStyle.anchor: \"belwo\" is not one of center, insideEnd, insideBase, outsideEnd, above, below, left, right, auto; "
            + "did you mean \"below\"?",
        "unknown-annotation":
            "annotations[0].type: \"arrow\" is not one of text, horizontalLine, verticalLine, horizontalBand, verticalBand, "
            + "rectangle, image",
        "unknown-axis-type":
            "xAxis.type: \"numeric\" is not one of number, dateTime, category, logarithmic, discontinuousNumber, "
            + "discontinuousDateTime, symmetricLogarithmic, squareRoot",
        "unknown-calendar":
            "xAxis.calendar.identifier: \"julian\" is not one of gregorian, iso8601, buddhist, chinese, coptic, ethiopicAmeteAlem, "
            + "ethiopicAmeteMihret, hebrew, indian, islamic, islamicCivil, islamicTabular, islamicUmmAlQura, japanese, persian, republicOfChina",
        "unknown-calendar-unit":
            "xAxis.majorTickFrequency: expected one of second, minute, hour, day, week, month, year and a count",
        "unknown-clipping-mode":
            "xAxis.tickLabelClippingModeHigh: \"sometimes\" is not one of ticksAndLabelsPersist, ticksPersist, neitherPersist",
        "unknown-key": "titel: unknown key; did you mean \"title\"?",
        "error-bar-of-two-kinds": "series[0].error: \"low\" already gives the ends; leave one of them out",
        "error-bar-without-ends":
            "series[0]: the ends are missing: \"low\" and \"high\", or a distance \"error\", or \"errorLow\" and \"errorHigh\"",
        "fill-to-no-series": "series[0].fillTo.series: -1 is outside 0…1000000",
        "monotone-radial-line": "series[0].curve: a radial line is straight or smooth",
        "no-row-colours": "series[0].style.areaColors: the list is empty",
        "start-in-a-stack":
            "series[0].stackIndex: columns and bars with a \"from\" begin there and cannot be stacked; leave it out",
        "unknown-symbol":
            "series[0].style.pointStyle.symbol: \"hexagon\" is not one of circle, square, roundedSquare, diamond, triangle, plus, cross, star, line, halfLine",
        "unknown-series-type":
            "series[0].type: \"lines\" is not one of line, stepLine, radialLine, radialColumn, band, column, bar, candlestick, ohlc, errorBar, bubble, scatter, density, donut, pie; did you mean \"line\"?",
        "unknown-style-key": "series[0].style.lineWdith: unknown key; did you mean \"lineWidth\"?",
        "unknown-theme": "theme: \"lihgt\" is not one of light, dark, flat, flatDark; did you mean \"light\"?",
        "vertical-line-without-x": "series[0]: \"x\" is missing",
        "weekday-eight": "xAxis.calendar.firstWeekday: 8 is outside 1…7",
        "where-of-no-range": "data.d.where.y: expected min, max or both",
        "where-of-raw-columns": "data.d.where: raw columns have no filter; filter the arrays before they are saved",
        "wrong-type": "size.width: expected a number, found a string",
        "zero-width": "size.width: 0 device pixels are outside 1…65536",
    ]

    @Test func everyFileHasItsMessage() {
        #expect(DescriptionFiles.broken == Self.messages.keys.sorted())
    }

    /// Faults that a schema cannot detect.
    @Test(arguments: [
        (
            #"{"xAxis": {"type": "dateTime", "timeZone": "Europe/Berlim"}}"#,
            "xAxis.timeZone: no time zone is called \"Europe/Berlim\"; did you mean \"Europe/Berlin\"?"
        ),
        (
            #"{"xAxis": {"type": "dateTime", "locale": "klingon"}}"#,
            "xAxis.locale: no locale is called \"klingon\"; write a language and a country, as de-DE"
        ),
        (
            #"{"xAxis": {"type": "discontinuousNumber", "exclusions": [{"start": 2, "end": 2}]}}"#,
            "xAxis.exclusions[0].end: the end is not greater than the start"
        ),
    ])
    func messagesOfTheDecoderAlone(json: String, expected: String) {
        let message = DescriptionFiles.message { () throws(DescriptionError) in try ChartDescription(json: json) }
        #expect(message == expected)
    }

    @Test(arguments: DescriptionFiles.broken)
    func messagesNameTheirPosition(name: String) {
        let message = DescriptionFiles.message { () throws(DescriptionError) in
            try ChartDescription(contentsOf: DescriptionFiles.broken(name))
        }
        #expect(message == Self.messages[name])
    }
}
