import VitrailChart

/// Whole charts: axes, grid, title, legend, annotations and their texts around every kind of series.
enum ChartGroups {
    static let themes = CaseGroup("chart.theme") {
        ChartKind.allCases.flatMap { kind in
            [Theme.flat, .light, .dark].enumerated().map { index, theme in
                SceneCase.exact("\(["flat", "light", "dark"][index]).\(kind.rawValue)") { _ in
                    let chart = kind.chart()
                    chart.applyTheme(theme)
                    // A background gradient makes every pixel ink and lowers the mean; one theme is tested without it.
                    if index == 2 { chart.style.backgroundColorGradient = Theme.dark.chart.backgroundColor }
                    return try plan(chart).scene
                }
            }
        }
    }

    /// Scales that place edges at fractions of a pixel.
    static let scales = CaseGroup("chart.scale") {
        [ChartKind.line, .column, .candlestick, .pie].flatMap { kind in
            [0.75, 1.25, 2].map { scale in
                SceneCase.exact("x\(SceneCase.part(scale)).\(kind.rawValue)") { _ in
                    let chart = kind.chart()
                    chart.scale = scale
                    return try plan(chart).scene
                }
            }
        } + [
            SceneCase.exact("transparent.column") { _ in
                let chart = ChartKind.column.chart()
                chart.style.backgroundColor = .clear
                return try plan(chart).scene
            }
        ]
    }
}
