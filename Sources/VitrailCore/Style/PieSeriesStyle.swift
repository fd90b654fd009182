public import VitrailScene

/// Slices of a pie, or of a donut: a pie with a hole.
public struct PieSeriesStyle: StyleObject {
    /// Points; nil = 0 for a pie, half of the outer radius for a donut.
    public var innerRadius: Double?
    /// Points; nil = 0.45 of the smaller side of the plot area.
    public var outerRadius: Double?
    public var drawDirection: DrawDirection?
    /// Radians, 0 = 12 o’clock, positive anticlockwise.
    public var initialRotation: Double?
    /// Whether slices are filled.
    public var showFlavour: Bool?
    /// Fills, taken in turn; at least one.
    public var flavourColors: [Color]?
    /// Whether slices are outlined.
    public var showCrust: Bool?
    /// Outlines, taken in turn; at least one.
    public var crustColors: [Color]?
    /// Inside of the slice's edge, points. At most a third of a thin slice's width, so that it keeps its colour.
    public var crustThickness: Double?
    /// Between neighbours at their mid radius, points; at most half of a thin slice's width.
    public var sliceGap: Double?
    /// How far slices move outwards along their mid angle, points.
    public var protrusion: Double?
    /// Slices are drawn flat; another effect is told of as a warning.
    public var chartEffect: ChartEffect?
    public var showLabels: Bool?
    public var labelFont: FontStyle?
    /// nil = what can be read: white or dark inside of a slice, the colour of the legend's texts outside.
    public var labelFontColor: Color?
    public var labelBackgroundColor: Color?
    /// Pattern of the number in a label, as `%.1f %%`.
    public var labelFormatString: String?
    /// What a label tells of its slice; nil = its value.
    public var labelContent: SliceLabelContent?
    /// With them, labels stand outside.
    public var spokeStyle = SpokeStyle()

    public init() {}

    public init(
        innerRadius: Double? = nil, outerRadius: Double? = nil, drawDirection: DrawDirection? = nil,
        initialRotation: Double? = nil, showFlavour: Bool? = nil, flavourColors: [Color]? = nil,
        showCrust: Bool? = nil, crustColors: [Color]? = nil, crustThickness: Double? = nil, sliceGap: Double? = nil,
        protrusion: Double? = nil, chartEffect: ChartEffect? = nil, showLabels: Bool? = nil, labelFont: FontStyle? = nil,
        labelFontColor: Color? = nil, labelBackgroundColor: Color? = nil, labelFormatString: String? = nil,
        labelContent: SliceLabelContent? = nil, spokeStyle: SpokeStyle = SpokeStyle()
    ) {
        self.innerRadius = innerRadius
        self.outerRadius = outerRadius
        self.drawDirection = drawDirection
        self.initialRotation = initialRotation
        self.showFlavour = showFlavour
        self.flavourColors = flavourColors
        self.showCrust = showCrust
        self.crustColors = crustColors
        self.crustThickness = crustThickness
        self.sliceGap = sliceGap
        self.protrusion = protrusion
        self.chartEffect = chartEffect
        self.showLabels = showLabels
        self.labelFont = labelFont
        self.labelFontColor = labelFontColor
        self.labelBackgroundColor = labelBackgroundColor
        self.labelFormatString = labelFormatString
        self.labelContent = labelContent
        self.spokeStyle = spokeStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("innerRadius", \.innerRadius, in: 0...16_384),
        .init("outerRadius", \.outerRadius, in: 0...16_384), .init("drawDirection", \.drawDirection),
        .init("initialRotation", \.initialRotation, in: -1_000...1_000), .init("showFlavour", \.showFlavour),
        .init("flavourColors", \.flavourColors), .init("showCrust", \.showCrust),
        .init("crustColors", \.crustColors), .init("crustThickness", \.crustThickness, in: 0...1_000),
        .init("sliceGap", \.sliceGap, in: 0...1_000), .init("protrusion", \.protrusion, in: 0...1_000), .init("chartEffect", \.chartEffect), .init("showLabels", \.showLabels),
        .init("labelFont", \.labelFont), .init("labelFontColor", \.labelFontColor),
        .init("labelBackgroundColor", \.labelBackgroundColor), .init("labelFormatString", \.labelFormatString, read: NumberPattern.read),
        .init("labelContent", \.labelContent), .init("spokeStyle", \.spokeStyle),
    ]
}

/// Which way slices follow each other.
public enum DrawDirection: String, Sendable, CaseIterable {
    case antiClockwise, clockwise
}

/// What a slice's label tells. Shares are per cent of the series' sum; the number is written by `labelFormatString`.
public enum SliceLabelContent: String, Sendable, CaseIterable {
    case value, share, name, nameAndValue, nameAndShare
}

/// How slices are lit.
public enum ChartEffect: String, Sendable, CaseIterable {
    case flat, bevelled, bevelledLight, rounded, roundedLight, chiselled
}
