public import VitrailScene

/// Style of the slices of a pie, or of a donut (a pie with a hole).
public struct PieSeriesStyle: StyleObject {
    /// Points; `nil`: 0 for a pie, half the outer radius for a donut.
    public var innerRadius: Double?
    /// Points; `nil`: 0.45 of the smaller side of the plot area.
    public var outerRadius: Double?
    public var drawDirection: DrawDirection?
    /// Radians; 0: 12 o’clock, positive: anticlockwise.
    public var initialRotation: Double?
    /// Whether slices are filled.
    public var showFlavour: Bool?
    /// Fill colours, repeated cyclically; at least one.
    public var flavourColors: [Color]?
    /// Whether slices are outlined.
    public var showCrust: Bool?
    /// Outline colours, repeated cyclically; at least one.
    public var crustColors: [Color]?
    /// Thickness of the outline inside the slice's edge, points. At most a third of a thin slice's width, so that the
    /// fill stays visible.
    public var crustThickness: Double?
    /// Gap between neighbouring slices at their mid radius, points; at most half of a thin slice's width.
    public var sliceGap: Double?
    /// Distance that slices are moved outwards along their mid angle, points.
    public var protrusion: Double?
    /// Slices are drawn flat; any other effect is reported as a warning.
    public var chartEffect: ChartEffect?
    public var showLabels: Bool?
    public var labelFont: FontStyle?
    /// `nil`: a readable colour: white or dark inside a slice, the legend's text colour outside.
    public var labelFontColor: Color?
    public var labelBackgroundColor: Color?
    /// Format of the number in a label, such as `%.1f %%`.
    public var labelFormatString: String?
    /// The parts of a slice's label; `nil`: its value.
    public var labelContent: SliceLabelContent?
    /// Texts of the slices, repeated cyclically; they replace `labelFormatString` and `labelContent`. "": no label.
    public var labels: [String]?
    /// If spokes are shown, labels are outside the pie.
    public var spokeStyle = SpokeStyle()

    public init() {}

    public init(
        innerRadius: Double? = nil, outerRadius: Double? = nil, drawDirection: DrawDirection? = nil,
        initialRotation: Double? = nil, showFlavour: Bool? = nil, flavourColors: [Color]? = nil,
        showCrust: Bool? = nil, crustColors: [Color]? = nil, crustThickness: Double? = nil, sliceGap: Double? = nil,
        protrusion: Double? = nil, chartEffect: ChartEffect? = nil, showLabels: Bool? = nil,
        labelFont: FontStyle? = nil,
        labelFontColor: Color? = nil, labelBackgroundColor: Color? = nil, labelFormatString: String? = nil,
        labelContent: SliceLabelContent? = nil, labels: [String]? = nil, spokeStyle: SpokeStyle = SpokeStyle()
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
        self.labels = labels
        self.spokeStyle = spokeStyle
    }

    public static let properties: [StyleProperty<Self>] = [
        .init("innerRadius", \.innerRadius, in: 0...16_384),
        .init("outerRadius", \.outerRadius, in: 0...16_384), .init("drawDirection", \.drawDirection),
        .init("initialRotation", \.initialRotation, in: -1_000...1_000), .init("showFlavour", \.showFlavour),
        .init("flavourColors", \.flavourColors), .init("showCrust", \.showCrust),
        .init("crustColors", \.crustColors), .init("crustThickness", \.crustThickness, in: 0...1_000),
        .init("sliceGap", \.sliceGap, in: 0...1_000), .init("protrusion", \.protrusion, in: 0...1_000),
        .init("chartEffect", \.chartEffect), .init("showLabels", \.showLabels),
        .init("labelFont", \.labelFont), .init("labelFontColor", \.labelFontColor),
        .init("labelBackgroundColor", \.labelBackgroundColor),
        .init("labelFormatString", \.labelFormatString, .numberPattern),
        .init("labelContent", \.labelContent), .init(rows: "labels", \.labels), .init("spokeStyle", \.spokeStyle),
    ]
}

/// The order of the slices around the circle.
public enum DrawDirection: String, Sendable, CaseIterable {
    case antiClockwise, clockwise
}

/// The parts of a slice's label. Shares are percentages of the series's sum; `labelFormatString` formats the number.
public enum SliceLabelContent: String, Sendable, CaseIterable {
    case value, share, name, nameAndValue, nameAndShare
}

/// The lighting effect of slices.
public enum ChartEffect: String, Sendable, CaseIterable {
    case flat, bevelled, bevelledLight, rounded, roundedLight, chiselled
}
