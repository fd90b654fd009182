#if canImport(Glibc)
    import Glibc
#endif
public import VitrailScene

/// Something drawn at a place in data space: it moves with the data under it, and keeps its size.
///
/// What it shows is, back to front, a background, a picture and a text; each may be left out, and a subclass may draw anything. Its middle
/// sits on the place that `xValue` and `yValue` name.
open class Annotation {
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }
    /// On which side of its place an annotation stands.
    public enum Anchor: String, Sendable, CaseIterable {
        case center, above, below, left, right, aboveLeft, aboveRight, belowLeft, belowRight
    }

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

    /// Where it stands: centred on its place, or beside it, `anchorGap` away. Not where values stretch it.
    public var anchor = Anchor.center
    /// By how much it is moved from there, points: x to the right, y down.
    public var offset = (x: 0.0, y: 0.0)
    /// Rotation of the text with its background, radians, anticlockwise.
    public var rotation = 0.0
    /// The greatest width of the text, points: longer lines are broken; nil = only line feeds break them.
    public var maxWidth: Double?
    /// A place in the data that an arrow leads to from the annotation's edge; nil = there is none.
    public var arrow: (x: DataValue, y: DataValue)?
    /// The text beside, above or in a line or band; empty = none.
    public var lineText = ""

    /// Whether automatic ranges include the values that it is pinned to: in descriptions.
    var widensRanges = false
    /// Whether it gives way to what it would be cut or struck through by, and what it would hide: in descriptions.
    var givesWay = false
    /// The opacity of a background in the theme's colour of annotations; nil = the background has a colour of its own.
    var themeShare: Double?

    /// Fills the frame; nil = nothing.
    public var backgroundColor: Color?
    /// Lengths of dash and gap in turn, points: the fill of a line is cut into them along it. Empty = it is solid.
    public var dashStyle: [Double] = []
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
        let isTurned = rotation != 0 && !label.isEmpty
        if let backgroundColor, backgroundColor.alpha > 0, !isTurned { context.fill(frame, backgroundColor, dashes: dashStyle) }
        if let image { context.image(image, in: frame) }
        guard !label.isEmpty else { return }
        guard let block = block(width: frame.width, height: frame.height, context) else { return }
        let place = TextPlace(x: frame.midX, y: frame.midY, across: 0.5, down: 0.5, rotation: rotation)
        context.draw(block, place, textColor, background: isTurned ? backgroundColor ?? .clear : .clear)
    }

    /// Opposite ends in each direction that has any.
    var farValues: (x: DataValue?, y: DataValue?) { (nil, nil) }

    /// Points between a text and the edges of its background.
    static let textPadding = (x: 4.0, y: 2.0)
    /// Points between a place and an annotation beside it.
    static let anchorGap = 4.0
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
            let box = turned(
                width: (text?.width ?? 0) + 2 * Self.textPadding.x, height: (text?.height ?? 0) + 2 * Self.textPadding.y)
            size.width = max(size.width, box.width)
            size.height = max(size.height, box.height)
        }
        return (bounds.width ?? size.width, bounds.height ?? size.height)
    }

    /// The size of the box round a rectangle that is turned with the text.
    private func turned(width: Double, height: Double) -> (width: Double, height: Double) {
        guard rotation != 0, rotation.isFinite else { return (width, height) }
        let (c, s) = (abs(cos(rotation)), abs(sin(rotation)))
        return (width * c + height * s, width * s + height * c)
    }

    /// The text in lines: as it is, unless it has to keep inside a frame of its own size. nil = there is no room for any of it.
    private func block(width: Double, height: Double, _ context: FurnitureContext) -> TextBlock? {
        let (isWide, isHigh) = (bounds.width != nil || isSpanning.x, bounds.height != nil || isSpanning.y)
        guard isWide || isHigh else { return freeBlock(context) }
        let limits = TextBlock.Limits(
            width: isWide ? width - 2 * Self.textPadding.x : .infinity, height: isHigh ? height : .infinity)
        return TextBlock(fitting: label, context.full(font), within: limits, context.typesetter)
    }
}

// MARK: - Texts without a frame

extension Annotation {
    /// Broken at `maxWidth`, and at the canvas' width where it would be cut otherwise.
    private func freeBlock(_ context: FurnitureContext) -> TextBlock? {
        let whole = TextBlock(label, context.full(font), context.typesetter)
        let most = min(maxWidth ?? .infinity, givesWay ? context.bounds.width * Self.mostWidth : .infinity)
        guard whole.width > most else { return whole }
        return TextBlock(
            fitting: label, context.full(font), within: TextBlock.Limits(width: most, height: .infinity), context.typesetter)
    }

    /// Share of the chart's width that a text may take.
    private static var mostWidth: Double { 0.8 }

    /// Whether it is a thing at a place, and not one that values stretch.
    var isFree: Bool { !isSpanning.x && !isSpanning.y }
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
