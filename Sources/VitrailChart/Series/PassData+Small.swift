import VitrailColumns
import VitrailRaster
import VitrailScales

/// Pieces of lines that are too small to be visible.
extension PassData {
    /// Series with at most this number of samples show each isolated one as a disc.
    private static let maxWithDiscs = 10_000

    /// - Parameters:
    ///   - width: width of the stroke in pixels.
    ///   - loneRadius: radius of the disc for an isolated sample, in pixels.
    func smallPieceShape(width: Float, loneRadius: Float) -> SmallPieceShape {
        SmallPieceShape(
            width: width, loneRadius: loneRadius, allLoneAreDiscs: context.samples.count <= Self.maxWithDiscs)
    }

    /// Whether the line continues before the first visible sample, and after the last one.
    func goesOn(_ value: SeriesValue = .single) -> (start: Bool, end: Bool) {
        guard let across = values(value), !context.visible.isEmpty else { return (false, false) }
        return ColumnView.withView(independentValues, across) { along, across in
            func isThere(_ i: Int) -> Bool {
                i >= 0 && i < across.count && along[i].isFinite && across[i].isFinite
                    && context.across.position(of: across[i]).isFinite
            }
            let (first, last) = (context.visible.lowerBound, context.visible.upperBound - 1)
            return (isThere(first) && isThere(first - 1), isThere(last) && isThere(last + 1))
        }
    }

    /// The small pieces of an unordered line that is drawn without a path. Larger pieces are not in the result.
    ///
    /// - Returns: `nil` if no piece is small.
    /// - Complexity: O(1) if the line has no gap and is not small as a whole, otherwise O(samples).
    func smallUnorderedPieces(_ value: SeriesValue, _ shape: SmallPieceShape) -> SmallPieces? {
        guard let across = values(value), let k = context.samples.values.firstIndex(of: value) else { return nil }
        let extents = (context.samples.alongExtent, context.samples.acrossExtent[k])
        guard
            extents.0.hasGap || extents.1.hasGap || isUnplaced(extents.0, context.along)
                || isUnplaced(extents.1, context.across)
                || isSmall(extents.0, context.along, shape.limit) && isSmall(extents.1, context.across, shape.limit)
        else { return nil }
        return ColumnView.withView(independentValues, across) { along, across in
            SmallPieces.find(
                along: along, across: across, context.visible, on: (context.along, context.across), shape)
        }
    }

    /// Whether the column has a value without a position.
    private func isUnplaced(_ extent: ColumnExtent, _ scale: AxisScale) -> Bool {
        if scale.mapper.mapsPositiveOnly, let minimum = extent.range?.minimum { return minimum <= 0 }
        return false
    }

    private func isSmall(_ extent: ColumnExtent, _ scale: AxisScale, _ limit: Float) -> Bool {
        guard let range = extent.range else { return true }
        return !(abs(scale.position(of: range.maximum) - scale.position(of: range.minimum)) >= Double(limit))
    }
}
