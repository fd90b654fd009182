public import VitrailChart
import VitrailColumns
import VitrailScales

extension ChartDescription {
    /// Creates the chart and loads its data into columns.
    ///
    /// - Parameter pictures: Decodes the picture files of annotations and points; `.standard` of the module Vitrail
    ///   decodes PNG.
    /// - Throws: `DescriptionError` with a JSON path, for example for a missing column, a cell that is not a number, or
    ///   an unreadable file.
    public func makeChart(pictures: PictureDecoder = .none) throws(DescriptionError) -> Chart {
        try makeChart(pictures: pictures, read: [:])
    }

    /// Creates the chart, and uses data that have already been read.
    ///
    /// - Parameter read: Data by name, each with the columns that the series use.
    package func makeChart(
        pictures: PictureDecoder = .none, read: [String: ReadColumns]
    ) throws(DescriptionError) -> Chart {
        try makeChart(pictures: pictures, loaded: loadSeries(read: tables(read)))
    }

    /// Creates charts that share the loaded data.
    package func makeCharts(_ count: Int, pictures: PictureDecoder = .none) throws(DescriptionError) -> [Chart] {
        let loaded = try loadSeries()
        var charts: [Chart] = []
        for _ in 0..<count { charts.append(try makeChart(pictures: pictures, loaded: loaded)) }
        return charts
    }

    /// Creates the chart of a frame; the cache may have tables of the preceding frame.
    func makeChart(pictures: PictureDecoder, tables: TableCache) throws(DescriptionError) -> Chart {
        try makeChart(pictures: pictures, loaded: loadSeries(cache: tables))
    }

    /// Creates the chart from loaded series.
    func makeChart(
        pictures: PictureDecoder, loaded: @autoclosure () throws(DescriptionError) -> LoadedDescription
    ) throws(DescriptionError) -> Chart {
        let drawnStyle = theme.flatMap { Theme.named($0.rawValue) } ?? .flat
        let chart = Chart(frame: Rect(x: 0, y: 0, width: size.width, height: size.height), theme: drawnStyle)
        chart.isDescribed = true
        chart.change(theme: ThemeChanges(colors: palette?.colors ?? [], font: font, shrinksTexts: true))
        chart.inputWarnings = warnings
        chart.numbers = NumberWriting(locale: locale)
        chart.scale = scale
        chart.decimation = decimation
        chart.summaries = summaries
        chart.strategy = strategy
        chart.title = title ?? ""
        (chart.subtitle, chart.caption, chart.source) = (subtitle ?? "", caption ?? "", source ?? "")
        chart.titleStyle = titleStyle
        chart.style = style
        chart.canvasInset = canvasInset
        chart.stackTotals = stackTotals
        chart.endLabels = endLabels
        try checkFillTargets()
        let loaded = try loaded()
        for (k, axis) in xAxes.enumerated() {
            chart.addXAxis(try axis.makeAxis(origin: loaded.origins.x[k], locale: locale, path: "xAxes[\(k)]"))
        }
        for (k, axis) in yAxes.enumerated() {
            chart.addYAxis(try axis.makeAxis(origin: loaded.origins.y[k], locale: locale, path: "yAxes[\(k)]"))
        }
        putFirstRowsOnTop(of: chart)
        fixCrossings(of: chart)
        for axes in [chart.allXAxes, chart.allYAxes] where axes.contains(where: { $0.wishes.zero == .aligned }) {
            axes[0].wishes.zero = .shared
        }
        var files = PictureFiles(directory: directory, decoder: pictures)
        chart.inputWarnings += loaded.warnings
        chart.noDataText = noDataText
        let drawnStyles = drawnStyles(of: loaded.series)
        var lines: [Int: LineSeries] = [:]
        for (k, entry) in loaded.series.enumerated() {
            let index = entry.description
            var description = series[index]
            if let group = entry.group { description.title = description.title.map { "\($0), \(group)" } ?? group }
            for (points, path) in description.textures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                points.set(
                    try files.picture(path, path: "series[\(index)].\(points.rawValue).texture"), in: &description)
            }
            let made = description.makeSeries(entry.data)
            if let pie = made as? PieSeries { try description.slices.apply(to: pie, path: "series[\(index)]") }
            if let cartesian = made as? CartesianSeries {
                cartesian.xAxis = Self.axis(description.xAxis, xAxes, chart.allXAxes)
                cartesian.yAxis = Self.axis(description.yAxis, yAxes, chart.allYAxes)
            }
            made.paletteIndex = drawnStyles[k].index
            if drawnStyles[k].isRepeated { made.showInLegend = false }
            lines[index] = made as? LineSeries
            chart.add(made)
        }
        setFillTargets(of: lines)
        note(factsOf: loaded, on: chart)
        for (k, note) in annotations.enumerated() {
            let (x, y) = (Self.axis(note.xAxis, xAxes, chart.allXAxes), Self.axis(note.yAxis, yAxes, chart.allYAxes))
            let positions = note.placed(x ?? chart.xAxis, y ?? chart.yAxis)
            let made = try positions.makeAnnotation(
                lineColor: chart.theme.annotationColor, &files, path: "annotations[\(k)]")
            (made.xAxis, made.yAxis) = (x, y)
            made.widensRanges = note.includeInRange
            for (key, reason) in note.assumptions.sorted(by: { $0.key < $1.key }) {
                chart.inputWarnings.append(.doubtful(path: "annotations[\(k)].\(key)", reason: reason))
            }
            chart.annotations.append(made)
        }
        legend?.apply(to: chart.legend)
        if let crosshair {
            try crosshair.apply(to: chart, at: loaded.series.firstIndex { $0.description == crosshair.series })
        }
        return chart
    }

    /// The palette index of each series. Series of different kinds with the same group or title share one, for example
    /// points and the line through them.
    private func drawnStyles(of entries: [LoadedDescription.Entry]) -> [(index: Int, isRepeated: Bool)] {
        var drawnStyles: [(index: Int, isRepeated: Bool)] = []
        var known: [(name: String, kind: SeriesDescription.Kind, index: Int)] = []
        var count = 0
        for entry in entries {
            let description = series[entry.description]
            let name = entry.group ?? description.title ?? ""
            let kind = description.style.kind
            let sharers = name.isEmpty ? [] : known.filter { $0.name == name }
            if let first = sharers.first, !sharers.contains(where: { $0.kind == kind }) {
                drawnStyles.append((first.index, isRepeated: true))
                known.append((name, kind, first.index))
            } else {
                drawnStyles.append((count, isRepeated: false))
                known.append((name, kind, count))
                count += 1
            }
        }
        return drawnStyles
    }

    /// Reverses category axes of bars, so that the first row is on top as in a table, unless the description sets the
    /// direction.
    private func putFirstRowsOnTop(of chart: Chart) {
        for (axis, description) in zip(chart.allYAxes, yAxes)
        where description.kind.isCategory && description.reversed == nil {
            let series = series.filter { Self.axis($0.yAxis, yAxes, chart.allYAxes) ?? chart.yAxis === axis }
            axis.isReversed =
                series.contains { $0.kind.described.putsFirstRowOnTop }
                && series.allSatisfy {
                    let kind = $0.kind.described
                    return kind.putsFirstRowOnTop || kind.accompaniesRows && $0.orientation == .vertical
                }
        }
    }

    /// Converts positions on a crossing date axis to dates, because they are seconds since 1970, independent of the
    /// axis' origin.
    private func fixCrossings(of chart: Chart) {
        for (axes, crossing) in [(chart.allXAxes, chart.yAxis), (chart.allYAxes, chart.xAxis)]
        where crossing?.isDate == true {
            for axis in axes { axis.axisPositionValue = axis.axisPositionValue?.asDate }
        }
    }

    private static func axis(_ id: String?, _ descriptions: [AxisDescription], _ axes: [Axis]) -> Axis? {
        guard let id, let index = descriptions.firstIndex(where: { $0.id == id }) else { return nil }
        return axes[index]
    }
}

extension SeriesDescription {
    fileprivate func makeSeries(_ data: SeriesData) -> Series {
        var columns = SeriesColumns(x: data[.x], y: data[.y], area: data[.area])
        for (key, role) in Self.keyedRoles { columns[key] = data[role] }
        if let from = data[.from] { columns[.from] = from.replacingGaps(with: baseline ?? 0) }
        if let combination { columns = columns.combined(combination, along: orientation) }
        let series = kind.described.makeSeries(self, columns)
        if let labels = data[.label] { (series as? CartesianSeries)?.pointLabels = labels.texts.map { $0 ?? "" } }
        (series as? PieSeries)?.isDescribed = true
        series.title = title ?? ""
        series.hidden = hidden
        series.showInLegend = showInLegend
        if let series = series as? CartesianSeries { apply(to: series) }
        return series
    }

    private static let keyedRoles = [
        (DataKey.open, SeriesRole.open), (.high, .high), (.low, .low), (.close, .close), (.value, .value),
        (.category, .category),
    ]

    private func apply(to series: CartesianSeries) {
        if let baseline { series.baseline = baseline }
        series.groupIndex = groupIndex
        series.stackIndex = stackIndex
        series.gapRules = GapRules(connection: connectGaps, breakAt: breakAt)
        series.selected = selected
        series.selectedPoints = Set(selectedPoints)
    }
}

extension LegendDescription {
    fileprivate func apply(to legend: Legend) {
        legend.isDescribed = true
        legend.hidden = hidden
        legend.position = position ?? legend.position
        legend.placement = placement ?? legend.placement
        legend.title = title ?? ""
        legend.symbolWidth = symbolWidth ?? legend.symbolWidth
        legend.maxSeriesPerLine = maxSeriesPerLine ?? Self.maxAcross
        legend.autosizeLabels = autosizeLabels ?? legend.autosizeLabels
        legend.fixedWidthRatio = fixedWidthRatio
        legend.style = style
    }
}
