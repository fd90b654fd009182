// Earlier names of the public interface, for one release.

public import VitrailChart
public import VitrailColumns
public import VitrailDescription
public import VitrailGL
public import VitrailScales
public import VitrailScene
public import VitrailSystem

@available(*, deprecated, renamed: "OverlayContext")
public typealias FurnitureContext = OverlayContext

@available(*, deprecated, renamed: "UnorderedPolyline")
public typealias Trajectory = UnorderedPolyline

@available(*, deprecated, renamed: "SeriesTooltipStyle")
public typealias SeriesTooltipLook = SeriesTooltipStyle

@available(*, deprecated, renamed: "MallocTuning")
public typealias FreedMemory = MallocTuning

extension MallocTuning {
    @available(*, deprecated, renamed: "retainFreedMemory()")
    @discardableResult
    public static func keepForNextPicture() -> Bool { retainFreedMemory() }
}

extension AxisScale {
    @available(*, deprecated, renamed: "position(of:)")
    public func place(_ value: Double) -> Double { position(of: value) }
}

extension DrawContext {
    @available(*, deprecated, renamed: "unorderedPolyline(_:label:)")
    public func trajectory(_ line: UnorderedPolyline, label: String = "line") { unorderedPolyline(line, label: label) }
}

extension DescriptionError {
    @available(*, deprecated, renamed: "path")
    public var place: String {
        get { path }
        set { path = newValue }
    }

    @available(*, deprecated, renamed: "init(path:message:kind:)")
    public init(place: String, message: String, kind: InputFault = .badData) {
        self.init(path: place, message: message, kind: kind)
    }
}

extension AnnotationDescription {
    @available(*, deprecated, renamed: "Position")
    public typealias Place = Position
}

extension LegendSymbol {
    @available(*, deprecated, renamed: "Position")
    public typealias Place = Position
}

extension ColorBar.Tick {
    @available(*, deprecated, renamed: "position")
    public var place: Double {
        get { position }
        set { position = newValue }
    }
}

extension Legend {
    @available(*, deprecated, renamed: "drawnStyle")
    public var look: LegendStyle { drawnStyle }
}

extension SeriesTooltipStyler {
    @available(*, deprecated, renamed: "drawnStyle(of:style:theme:)")
    public func look(of target: CrosshairTarget, style: CrosshairStyle, theme: Theme) -> SeriesTooltipStyle {
        drawnStyle(of: target, style: style, theme: theme)
    }
}

extension GLRenderer {
    @available(*, deprecated, renamed: "maxPixels")
    public static let mostPixels = maxPixels
}

extension Layer.Kind {
    @available(*, deprecated, renamed: "chrome")
    public static var furniture: Layer.Kind { .chrome }
}
