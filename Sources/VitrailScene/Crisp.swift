/// Aligns lines of axes, grids and frames with whole pixels.
package enum Crisp {
    /// Edges of a line of `width` pixels around `center`: at least one pixel wide, both edges between pixels.
    package static func edges(center: Double, width: Double) -> (Double, Double) {
        let thickness = max(1, width.rounded())
        let start = (center - thickness / 2).rounded()
        return (start, start + thickness)
    }
}
