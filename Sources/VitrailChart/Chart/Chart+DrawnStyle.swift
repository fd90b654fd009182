public import VitrailScene

/// Properties with the specification's names for values of `style` and `titleStyle`. Reading returns the effective
/// value: the theme's if none was set.
extension Chart {
    public var backgroundColor: Color {
        get { drawnStyle.backgroundColor ?? .white }
        set { style.backgroundColor = newValue }
    }

    /// Background of axes and plot area.
    public var canvasAreaBackgroundColor: Color {
        get { drawnStyle.canvasBackgroundColor ?? .clear }
        set { style.canvasBackgroundColor = newValue }
    }

    public var plotAreaBackgroundColor: Color {
        get { drawnStyle.plotAreaBackgroundColor ?? .clear }
        set { style.plotAreaBackgroundColor = newValue }
    }

    public var plotAreaBorderColor: Color {
        get { drawnStyle.plotAreaBorderColor ?? .clear }
        set { style.plotAreaBorderColor = newValue }
    }

    /// In points.
    public var plotAreaBorderThickness: Double {
        get { drawnStyle.plotAreaBorderWidth ?? 1 }
        set { style.plotAreaBorderWidth = newValue }
    }

    public var borderColor: Color {
        get { drawnStyle.borderColor ?? .clear }
        set { style.borderColor = newValue }
    }

    /// In points.
    public var borderThickness: Double {
        get { drawnStyle.borderWidth ?? 1 }
        set { style.borderWidth = newValue }
    }

    /// The text properties of the title. nil: the theme's.
    public var titleLabel: TitleLabel {
        get {
            TitleLabel(
                textColor: titleStyle.textColor, font: titleStyle.font, backgroundColor: titleStyle.backgroundColor,
                textAlign: titleStyle.textAlign)
        }
        set {
            titleStyle.textColor = newValue.textColor
            titleStyle.font = newValue.font
            titleStyle.backgroundColor = newValue.backgroundColor
            titleStyle.textAlign = newValue.textAlign
        }
    }

    /// Whether the title is drawn over the canvas and reserves no space.
    public var overlapChartTitle: Bool {
        get { drawnTitleStyle.overlapChartTitle ?? false }
        set { titleStyle.overlapChartTitle = newValue }
    }

    public var titlePosition: TitlePosition {
        get { drawnTitleStyle.position ?? .center }
        set { titleStyle.position = newValue }
    }

    public var titleCentresOn: TitleCentresOn {
        get { drawnTitleStyle.titleCentresOn ?? .chart }
        set { titleStyle.titleCentresOn = newValue }
    }

    private var drawnStyle: ChartStyle { style.filled(from: theme.chart) }
    private var drawnTitleStyle: TitleStyle { titleStyle.filled(from: theme.title) }
}
