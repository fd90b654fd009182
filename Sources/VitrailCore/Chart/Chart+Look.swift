public import VitrailScene

/// Properties with the specification's names for values of `style` and `titleStyle`. Reading returns the effective
/// value: the theme's if none was set.
extension Chart {
    public var backgroundColor: Color {
        get { look.backgroundColor ?? .white }
        set { style.backgroundColor = newValue }
    }

    /// Background of axes and plot area.
    public var canvasAreaBackgroundColor: Color {
        get { look.canvasBackgroundColor ?? .clear }
        set { style.canvasBackgroundColor = newValue }
    }

    public var plotAreaBackgroundColor: Color {
        get { look.plotAreaBackgroundColor ?? .clear }
        set { style.plotAreaBackgroundColor = newValue }
    }

    public var plotAreaBorderColor: Color {
        get { look.plotAreaBorderColor ?? .clear }
        set { style.plotAreaBorderColor = newValue }
    }

    /// In points.
    public var plotAreaBorderThickness: Double {
        get { look.plotAreaBorderWidth ?? 1 }
        set { style.plotAreaBorderWidth = newValue }
    }

    public var borderColor: Color {
        get { look.borderColor ?? .clear }
        set { style.borderColor = newValue }
    }

    /// In points.
    public var borderThickness: Double {
        get { look.borderWidth ?? 1 }
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
        get { titleLook.overlapChartTitle ?? false }
        set { titleStyle.overlapChartTitle = newValue }
    }

    public var titlePosition: TitlePosition {
        get { titleLook.position ?? .center }
        set { titleStyle.position = newValue }
    }

    public var titleCentresOn: TitleCentresOn {
        get { titleLook.titleCentresOn ?? .chart }
        set { titleStyle.titleCentresOn = newValue }
    }

    private var look: ChartStyle { style.filled(from: theme.chart) }
    private var titleLook: TitleStyle { titleStyle.filled(from: theme.title) }
}
