/// The kind of device that a Scene is planned for.
public enum DrawingDevice: String, Sendable, Hashable, CaseIterable {
    /// A rasteriser on the processor, or no device at all, as for SVG.
    case software
    /// A graphics card.
    case hardware
}
