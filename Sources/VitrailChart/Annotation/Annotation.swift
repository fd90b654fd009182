public import VitrailColumns
public import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// An object at a position in data space: it moves with the data and keeps its size.
///
/// It shows, back to front, a background, an image and a text. Each of them is optional, and a subclass may draw
/// anything. Its centre lies at the position (`xValue`, `yValue`).
open class Annotation {
    public enum Position: String, Sendable, CaseIterable { case belowData, aboveData }
    /// Side of the position at which the annotation stands.
    public enum Anchor: String, Sendable, CaseIterable {
        case center, above, below, left, right, aboveLeft, aboveRight, belowLeft, belowRight
    }

    /// Numbers, dates, or items of a category axis. `nil`: the middle of the plot area in that direction. The
    /// annotation is not drawn if the axis cannot map the value, such as NaN.
    public var xValue: DataValue?
    public var yValue: DataValue?
    /// `nil`: the chart's primary axis.
    public weak var xAxis: Axis?
    public weak var yAxis: Axis?
    public var position: Position
    /// 0…1, for the annotation as a whole: its parts hide one another as they do at 1.
    public var opacity = 1.0
    /// Size in points, independent of the contents. `nil` in a direction: the size of text and image.
    public var bounds: (width: Double?, height: Double?) = (nil, nil)
    /// Whether the annotation extends from edge to edge of the plot area.
    public var stretchToBoundsOnX = false
    public var stretchToBoundsOnY = false

    /// Placement: centred on its position, or beside it at a distance of `anchorGap`. Ignored in directions spanned by
    /// values.
    public var anchor = Anchor.center
    /// Movement from there in points: x to the right, y down.
    public var offset = (x: 0.0, y: 0.0)
    /// Rotation of the text with its background, radians, anticlockwise.
    public var rotation = 0.0
    /// Maximum width of the text in points; longer lines are broken. `nil`: only line feeds break lines.
    public var maxWidth: Double?
    /// Position in the data for an arrow from the annotation's edge. `nil`: no arrow.
    public var arrow: (x: DataValue, y: DataValue)?
    /// Text beside, above or inside a line or band. Empty: none.
    public var lineText = ""

    /// Whether automatic ranges include the annotation's values. Set in descriptions.
    package var widensRanges = false
    /// Whether the annotation moves away from edges that would cut it, lines that would strike it through, and from
    /// labels it would hide. Set in descriptions.
    package var givesWay = false
    /// Opacity of a background in the theme's annotation colour. `nil`: the background has a colour of its own.
    package var themeShare: Double?

    /// Fill of the frame. `nil`: none.
    public var backgroundColor: Color?
    /// Alternating lengths of dashes and gaps in points; the fill of a line is cut into dashes along it. Empty: solid.
    public var dashStyle: [Double] = []
    /// Image that fills the frame; one of its pixels is one point, unless `bounds` or values set the size.
    public var image: PixelImage?
    /// Text in the middle of the frame, broken at its line feeds. Empty: none. In a frame with a fixed size, it is
    /// broken into lines that fit, and truncated if necessary.
    public var label = ""
    /// Unset properties come from the theme.
    public var font = FontStyle()
    /// `nil`: the theme's colour.
    public var textColor: Color?

    public init(xValue: DataValue? = nil, yValue: DataValue? = nil, position: Position = .aboveData) {
        self.xValue = xValue
        self.yValue = yValue
        self.position = position
    }

    // MARK: Overridden by kinds of annotation

    /// Called in each render after the annotation was positioned; may move and resize the frame.
    ///
    /// - Parameters:
    ///   - frame: points of the chart; it may lie outside of it.
    ///   - plotArea: points of the chart.
    open func update(_ frame: inout Rect, in plotArea: Rect) {}

    /// Draws the annotation.
    ///
    /// - Parameter frame: points of the chart.
    open func draw(in frame: Rect, _ context: inout OverlayContext) {
        let isTurned = rotation != 0 && !label.isEmpty
        if let backgroundColor, backgroundColor.alpha > 0, !isTurned {
            context.fill(frame, backgroundColor, dashes: dashStyle)
        }
        if let image { context.image(image, in: frame) }
        guard !label.isEmpty else { return }
        guard let block = block(width: frame.width, height: frame.height, context) else { return }
        let position = TextAnchor(x: frame.midX, y: frame.midY, across: 0.5, down: 0.5, rotation: rotation)
        context.draw(block, position, textColor, background: isTurned ? backgroundColor ?? .clear : .clear)
    }

    /// Opposite ends in each direction. `nil`: no end in that direction.
    var farValues: (x: DataValue?, y: DataValue?) { (nil, nil) }

    /// Distance in points between a text and the edges of its background.
    static let textPadding = (x: 4.0, y: 2.0)
    /// Distance in points between a position and an annotation beside it.
    static let anchorGap = 4.0
}

// MARK: - Size

extension Annotation {
    /// Whether both ends of the frame have positions of their own, per direction.
    var isSpanning: (x: Bool, y: Bool) {
        (
            stretchToBoundsOnX || (xValue != nil && farValues.x != nil),
            stretchToBoundsOnY || (yValue != nil && farValues.y != nil)
        )
    }

    /// Width and height in points, if nothing stretches the frame.
    func size(_ context: OverlayContext) -> (width: Double, height: Double) {
        var size = (width: Double(image?.width ?? 0), height: Double(image?.height ?? 0))
        if !label.isEmpty, bounds.width == nil || bounds.height == nil {
            let spanned = isSpanning.x ? context.plotArea.width : nil
            let text = block(width: bounds.width ?? spanned ?? .infinity, height: bounds.height ?? .infinity, context)
            let box = turned(
                width: (text?.width ?? 0) + 2 * Self.textPadding.x, height: (text?.height ?? 0) + 2 * Self.textPadding.y
            )
            size.width = max(size.width, box.width)
            size.height = max(size.height, box.height)
        }
        return (bounds.width ?? size.width, bounds.height ?? size.height)
    }

    /// Size of the bounding box of a rectangle rotated with the text.
    private func turned(width: Double, height: Double) -> (width: Double, height: Double) {
        guard rotation != 0, rotation.isFinite else { return (width, height) }
        let (c, s) = (abs(cos(rotation)), abs(sin(rotation)))
        return (width * c + height * s, width * s + height * c)
    }

    /// The text in lines: unchanged, unless it must fit a frame with a fixed size. `nil`: no space.
    private func block(width: Double, height: Double, _ context: OverlayContext) -> TextBlock? {
        let (isWide, isHigh) = (bounds.width != nil || isSpanning.x, bounds.height != nil || isSpanning.y)
        guard isWide || isHigh else { return freeBlock(context) }
        let limits = TextBlock.Limits(
            width: isWide ? width - 2 * Self.textPadding.x : .infinity, height: isHigh ? height : .infinity)
        return TextBlock(fitting: label, context.full(font), within: limits, context.typesetter)
    }
}

// MARK: - Texts without a frame

extension Annotation {
    /// Text broken at `maxWidth`, and at a fraction of the chart's width if the annotation gives way.
    private func freeBlock(_ context: OverlayContext) -> TextBlock? {
        let whole = TextBlock(label, context.full(font), context.typesetter)
        let maximum = min(maxWidth ?? .infinity, givesWay ? context.bounds.width * Self.maxWidth : .infinity)
        guard whole.width > maximum else { return whole }
        return TextBlock(
            fitting: label, context.full(font), within: TextBlock.Limits(width: maximum, height: .infinity),
            context.typesetter)
    }

    /// Maximum fraction of the chart's width for a text.
    private static var maxWidth: Double { 0.8 }

    /// Whether the annotation has a single position and is not stretched by values.
    var isFree: Bool { !isSpanning.x && !isSpanning.y }
}

/// An annotation that covers a part of the data space: it stretches as the axes zoom.
open class AnnotationZooming: Annotation {
    /// End opposite to `xValue`, in any order. `nil`: the annotation keeps its own width.
    public var xValueMax: DataValue?
    /// End opposite to `yValue`, in any order. `nil`: the annotation keeps its own height.
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
