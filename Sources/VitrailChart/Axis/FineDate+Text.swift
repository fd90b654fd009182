import VitrailColumns
import VitrailScales

extension FineDate {
    /// The date in the format of a description: `2024-01-01`, `2024-01-01T12:00:00Z`, or with as many milli-, micro- or
    /// nanoseconds as needed.
    package var text: String {
        let axis = DateTimeAxis()
        axis.origin = Int(seconds.rounded(.down), within: -(1 << 50)...1 << 50)
        let value = after(axis.origin)
        for pattern in ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss'Z'"] {
            axis.labelFormatString = pattern
            if FineDate(axis.string(forId: value)) == self { return axis.string(forId: value) }
        }
        let decimals = DateLabel.decimals(forNanoseconds: axis.instant(value).nanoseconds ?? 0)
        axis.labelFormatString = "yyyy-MM-dd'T'HH:mm:ss." + String(repeating: "S", count: decimals) + "'Z'"
        return axis.string(forId: value)
    }
}

extension Column {
    /// Dates as texts in the format of a description; `nil` is a gap.
    package var dateTexts: [String?] {
        withView { values in values.indices.map { values[$0].isFinite ? FineDate(values[$0], after: origin).text : nil }
        }
    }
}
