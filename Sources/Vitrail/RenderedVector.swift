public import VitrailCore
public import VitrailVector

/// A chart as an SVG document, with what it took to make it.
public struct RenderedVector: Sendable {
    /// UTF-8, with title and description filled.
    public var bytes: [UInt8]
    /// What is not in the picture, and why, one sentence each.
    public var notes: [String]
    public var statistics: RenderStatistics
}

extension Renderer {
    /// The chart as an SVG document: shapes and text, and pictures in place of series that are too large for shapes.
    ///
    /// The device is opened when there is such a series, and only then.
    /// - Parameters:
    ///   - chart: is loaded and laid out, as for `render`.
    ///   - policy: which marks are pictures.
    ///   - largestMark: points or items that `VectorPolicy.auto` still writes as shapes.
    /// - Throws: as `render`.
    public nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark
    ) async throws -> RenderedVector {
        try await vector(of: chart, policy: policy, largestMark: largestMark)
    }
}
