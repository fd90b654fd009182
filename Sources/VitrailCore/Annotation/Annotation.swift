public import VitrailScene

/// Something drawn at a place in data space: it moves with the data under it, and keeps its size.
///
/// What it shows is, back to front, a background, a picture and a text; each may be left out, and a subclass may draw anything. Its middle
/// sits on the place that `xValue` and `yValue` name.
open class Annotation {
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }

    /// Numbers, dates, or items of a category axis; nil = the middle of the plot area in that direction. One that the axis has no place for, as
    /// NaN, leaves the annotation out.
    public var xValue: DataValue?
    public var yValue: DataValue?
    /// nil = the chart's primary axis.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    public var position: Position
    /// 0…1, of the annotation as a whole: what is drawn over something else hides it as it does at 1.
    public var opacity = 1.0
    /// Size in points, whatever is inside; nil in a direction = as large as text and picture are.
    public var bounds: (width: Double?, height: Double?) = (nil, nil)
    /// From edge to edge of the plot area.
    public var stretchToBoundsOnX = false
    public var stretchToBoundsOnY = false

    /// Whether automatic ranges include the values that it is pinned to: in descriptions.
    var widensRanges = false

    /// Fills the frame; nil = nothing.
    public var backgroundColor: Color?
    /// Fills the frame; a pixel of it is a point unless `bounds` or values say otherwise.
    public var image: PixelImage?
    /// Written in the middle of the frame, in lines at its line feeds; empty = none. Where the frame has a size of its own, broken into
    /// lines that fit, and cut where they do not.
    public var label = ""
    /// What is nil in it is the theme's.
    public var font = FontStyle()
    /// nil = that of the theme.
    public var textColor: Color?

    public init(xValue: DataValue? = nil, yValue: DataValue? = nil, position: Position = .aboveData) {
        self.xValue = xValue
        self.yValue = yValue
        self.position = position
    }

    // MARK: What kinds of annotation decide

    /// Called when the annotation was placed, in each picture: the frame may be moved and resized.
    ///
    /// - Parameters:
    ///   - frame: points of the chart; it may lie outside of it.
    ///   - plotArea: points of the chart.
    open func update(_ frame: inout Rect, in plotArea: Rect) {}

    /// Draws everything that is to be seen.
    ///
    /// - Parameter frame: points of the chart.
    open func draw(in frame: Rect, _ context: inout FurnitureContext) {
        if let backgroundColor, backgroundColor.alpha > 0 { context.fill(frame, backgroundColor) }
        if let image { context.image(image, in: frame) }
        guard !label.isEmpty else { return }
        guard let block = block(width: frame.width, height: frame.height, context) else { return }
        context.draw(block, TextPlace(x: frame.midX, y: frame.midY, across: 0.5, down: 0.5), textColor)
    }

    /// Opposite ends in each direction that has any.
    var farValues: (x: DataValue?, y: DataValue?) { (nil, nil) }

    /// Points between a text and the edges of its background.
    static let textPadding = (x: 4.0, y: 2.0)
}

// MARK: - Size

extension Annotation {
    /// Whether both ends of the frame are places of their own.
    var isSpanning: (x: Bool, y: Bool) {
        (
            stretchToBoundsOnX || (xValue != nil && farValues.x != nil),
            stretchToBoundsOnY || (yValue != nil && farValues.y != nil)
        )
    }

    /// Width and height in points, where nothing stretches the frame.
    func size(_ context: FurnitureContext) -> (width: Double, height: Double) {
        var size = (width: Double(image?.width ?? 0), height: Double(image?.height ?? 0))
        if !label.isEmpty, bounds.width == nil || bounds.height == nil {
            let spanned = isSpanning.x ? context.plotArea.width : nil
            let text = block(width: bounds.width ?? spanned ?? .infinity, height: bounds.height ?? .infinity, context)
            size.width = max(size.width, (text?.width ?? 0) + 2 * Self.textPadding.x)
            size.height = max(size.height, (text?.height ?? 0) + 2 * Self.textPadding.y)
        }
        return (bounds.width ?? size.width, bounds.height ?? size.height)
    }

    /// The text in lines: as it is, unless it has to keep inside a frame of its own size. nil = there is no room for any of it.
    private func block(width: Double, height: Double, _ context: FurnitureContext) -> TextBlock? {
        let (isWide, isHigh) = (bounds.width != nil || isSpanning.x, bounds.height != nil || isSpanning.y)
        guard isWide || isHigh else { return TextBlock(label, context.full(font), context.typesetter) }
        let limits = TextBlock.Limits(
            width: isWide ? width - 2 * Self.textPadding.x : .infinity, height: isHigh ? height : .infinity)
        return TextBlock(fitting: label, context.full(font), within: limits, context.typesetter)
    }
}

/// An annotation that is as large as a part of the data space: it stretches as the axes zoom.
open class AnnotationZooming: Annotation {
    /// The end opposite to `xValue`, in any order; nil = the annotation keeps its own width.
    public var xValueMax: DataValue?
    /// The end opposite to `yValue`, in any order; nil = the annotation keeps its own height.
    public var yValueMax: DataValue?

    public init(
        xValue: DataValue? = nil, xValueMax: DataValue? = nil, yValue: DataValue? = nil, yValueMax: DataValue? = nil,
        position: Position = .aboveData
    ) {
        self.xValueMax = xValueMax
        self.yValueMax = yValueMax
        super.init(xValue: xValue, yValue: yValue, position: position)
    }

    override var farValues: (x: DataValue?, y: DataValue?) { (xValueMax, yValueMax) }
}
