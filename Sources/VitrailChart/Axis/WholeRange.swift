import VitrailColumns

/// A default range with space for complete marks.
struct WholeRange {
    /// Data range it was computed from.
    let of: NumberRange
    /// The range with ends at ticks, if the axis is `nice`.
    let rounded: NumberRange
    let range: NumberRange
}

extension Axis {
    /// Range with ticks at its ends; marks of the outermost samples may lie beyond.
    var tickEnds: NumberRange {
        guard let wholeRange, wholeRange.range == axisRange, automaticRange == wholeRange.of else { return axisRange }
        return wholeRange.rounded
    }
}
