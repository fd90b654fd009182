import VitrailScene

extension ChartDescription {
    /// The chart that the description tells of, with its data loaded into columns.
    ///
    /// - Throws: `DescriptionError` naming the place: a column that is not there, a cell that is no number, a file that cannot be read.
    public func makeChart() throws(DescriptionError) -> Chart {
        let chart = Chart(
            frame: Rect(x: 0, y: 0, width: size.width, height: size.height),
            theme: theme.flatMap { Theme.named($0.rawValue) } ?? .flat)
        chart.scale = scale
        chart.title = title ?? ""
        chart.titleStyle = titleStyle
        chart.style = style
        chart.canvasInset = canvasInset
        for (k, axis) in xAxes.enumerated() { chart.addXAxis(try axis.makeAxis(place: "xAxes[\(k)]")) }
        for (k, axis) in yAxes.enumerated() { chart.addYAxis(try axis.makeAxis(place: "yAxes[\(k)]")) }
        let data = try loadSeriesData()
        for (description, columns) in zip(series, data) {
            let made = description.makeSeries(columns)
            if let cartesian = made as? CartesianSeries {
                cartesian.xAxis = Self.axis(description.xAxis, xAxes, chart.allXAxes)
                cartesian.yAxis = Self.axis(description.yAxis, yAxes, chart.allYAxes)
            }
            chart.add(made)
        }
        for note in annotations {
            let made = note.makeAnnotation(lineColor: chart.theme.annotationColor)
            made.xAxis = Self.axis(note.xAxis, xAxes, chart.allXAxes)
            made.yAxis = Self.axis(note.yAxis, yAxes, chart.allYAxes)
            chart.annotations.append(made)
        }
        legend?.apply(to: chart.legend)
        return chart
    }

    private static func axis(_ id: String?, _ descriptions: [AxisDescription], _ axes: [Axis]) -> Axis? {
        guard let id, let index = descriptions.firstIndex(where: { $0.id == id }) else { return nil }
        return axes[index]
    }
}

extension SeriesDescription {
    fileprivate func makeSeries(_ data: SeriesData) -> Series {
        let columns = SeriesColumns(x: data[.x], y: data[.y], high: data[.high], low: data[.low], area: data[.area])
        let series = makeSeries(columns)
        series.title = title ?? ""
        series.hidden = hidden
        series.showInLegend = showInLegend
        if let series = series as? CartesianSeries { apply(to: series) }
        return series
    }

    private func apply(to series: CartesianSeries) {
        if let baseline { series.baseline = baseline }
        series.groupIndex = groupIndex
        series.stackIndex = stackIndex
        series.selected = selected
        series.selectedPoints = Set(selectedPoints)
        switch (series, selectedStyle) {
        case (let series as LineSeries, .line(let style)), (let series as LineSeries, .stepLine(let style)): series.selectedStyle = style
        case (let series as BandSeries, .band(let style)): series.selectedStyle = style
        case (let series as BarColumnSeries, .column(let style)), (let series as BarColumnSeries, .bar(let style)):
            series.selectedStyle = style
        case (let series as BubbleSeries, .bubble(let style)): series.selectedStyle = style
        case (let series as ScatterSeries, .scatter(let style)): series.selectedStyle = style
        default: break
        }
    }

    private func makeSeries(_ columns: SeriesColumns) -> Series {
        switch style {
        case .line(let style): LineSeries(columns: columns, orientation: orientation, style: style)
        case .stepLine(let style): StepLineSeries(columns: columns, orientation: orientation, style: style)
        case .band(let style): BandSeries(columns: columns, orientation: orientation, style: style)
        case .column(let style): ColumnSeries(columns: columns, style: style)
        case .bar(let style): BarSeries(columns: columns, style: style)
        case .bubble(let style): BubbleSeries(columns: columns, style: style)
        case .scatter(let style): ScatterSeries(columns: columns, style: style)
        case .donut(let style): DonutSeries(columns: columns, style: style)
        case .pie(let style): PieSeries(columns: columns, style: style)
        }
    }
}

extension AnnotationDescription {
    fileprivate func makeAnnotation(lineColor: Color) -> Annotation {
        let position = position ?? .aboveData
        switch content {
        case .text(let text):
            return .text(
                text.text, x: text.x, y: text.y, font: text.font, textColor: text.textColor,
                backgroundColor: text.backgroundColor, position: position)
        case .horizontalLine(let y, let width, let color):
            return .horizontalLine(y: y, width: width, color: color ?? lineColor, position: position)
        case .verticalLine(let x, let width, let color):
            return .verticalLine(x: x, width: width, color: color ?? lineColor, position: position)
        case .horizontalBand(let low, let high, let color):
            return .horizontalBand(minimum: low, maximum: high, color: color ?? lineColor.faded(0.15), position: position)
        case .verticalBand(let low, let high, let color):
            return .verticalBand(minimum: low, maximum: high, color: color ?? lineColor.faded(0.15), position: position)
        }
    }
}

extension LegendDescription {
    fileprivate func apply(to legend: Legend) {
        legend.hidden = hidden
        legend.position = position ?? legend.position
        legend.placement = placement ?? legend.placement
        legend.title = title ?? ""
        legend.symbolWidth = symbolWidth ?? legend.symbolWidth
        legend.maxSeriesPerLine = maxSeriesPerLine ?? legend.maxSeriesPerLine
        legend.style = style
    }
}
