import Vitrail

/// “Styling a chart”: one chart in three themes, with styles set after the theme.
enum Themes {
    /// Derived from the light theme.
    static var own: Theme {
        var theme = Theme.light
        theme.name = "paper"
        let ink = Color(0x4A3B2A)
        theme.palette = Palette(
            lines: [0x8C4A2F, 0x5B7B4C, 0xC58B2A, 0x44657F].map { Color($0) },
            fills: [0xB5694A, 0x86A873, 0xE0B04F, 0x6F93AE].map { Color($0) })
        theme.chart.backgroundColor = Color(0xFBF6EA)
        theme.chart.backgroundColorGradient = Color(0xF3EAD3)
        theme.title.textColor = ink
        theme.title.font = FontStyle(family: "DejaVu Serif", size: 18, isBold: true)
        theme.legend.fontColor = ink
        theme.yAxis.majorGridLineStyle.lineColor = Color(0xE2D5B8)
        theme.yAxis.gridStripeStyle.showGridStripes = false
        return theme
    }

    static func figures() throws -> [Figure] {
        try [("light", .light), ("dark", .dark), ("own", own)].map { (name: String, theme: Theme) in
            let chart = try rain()
            chart.applyTheme(theme)
            // Styles set after the theme remain.
            chart.yAxis?.style.titleStyle.font = FontStyle(isBold: true)
            return Figure(name: "guide-theme-\(name)", chart: chart)
        }
    }

    /// Rain by month in four years.
    static func rain() throws -> Chart {
        let years = ["2012", "2013", "2014", "2015"]
        let columns = try GuideData.columns(["month"] + years, of: "seattle-rain-by-year.csv")
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 360), xAxisType: .category, yAxisType: .number)
        chart.title = "Rain in Seattle"
        chart.yAxis?.title = "mm"
        chart.legend.hidden = false
        for (year, column) in zip(years, columns.dropFirst()) {
            chart.add(ColumnSeries(title: year, columns: SeriesColumns(x: columns[0], y: column)))
        }
        return chart
    }
}
