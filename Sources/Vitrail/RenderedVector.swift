public import VitrailChart
public import VitrailVector

/// A chart as an SVG document, with its statistics.
public struct RenderedVector: Sendable {
    /// UTF-8. The document contains a title and a description.
    public var bytes: [UInt8]
    /// Missing parts of the picture with the reason, one sentence each.
    public var notes: [String]
    public var statistics: RenderStatistics
}

extension Renderer {
    /// Renders the chart as an SVG document: shapes and text, and embedded pictures for series that are too large for
    /// shapes.
    ///
    /// The device is opened only if there is such a series.
    /// - Parameters:
    ///   - chart: it is loaded and laid out as for `render`.
    ///   - policy: selects the marks that become pictures.
    ///   - largestMark: the maximum number of points or items that `VectorPolicy.auto` writes as shapes.
    ///   - deadline: as for `render`.
    /// - Throws: the errors of `render`.
    public nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedVector {
        try await vector(of: chart, policy: policy, largestMark: largestMark, deadline: deadline)
    }
}
