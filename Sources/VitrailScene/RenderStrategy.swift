/// The way from a series' samples to pixels.
public enum RenderStrategy: String, Sendable, Hashable, CaseIterable, Codable {
    /// Geometry of the samples, reduced where several of them share a bin of a pixel column.
    case segments
    /// A statistic of each bin of a pixel column.
    case bins
    /// The coverage of all samples per pixel, computed by the CPU rasteriser.
    case coverage
    /// Geometry of every sample, made and uploaded for every picture.
    case raw
    /// Geometry of every sample from columns that stay on the device. A redraw with another range uploads next to
    /// nothing, and appended samples are uploaded once.
    case resident
}
