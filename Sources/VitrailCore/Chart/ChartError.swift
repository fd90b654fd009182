public import VitrailText

/// What is wrong with a chart that was asked for: each case names the place and what would be right.
public enum ChartError: Error, Sendable, Equatable {
    case missingColumn(place: String)
    case columnLengths(place: String, first: String, Int, second: String, Int)
    case wrongColumn(place: String, found: String, wanted: String)
    case foreignAxis(place: String)
    case size(width: Double, height: Double, scale: Double)
    case noCategory(place: String, name: String)
    /// More than a data source may hand over one by one.
    case tooMany(place: String, found: Int, limit: Int)
    /// Samples that were thought to be in order are not, and drawing them one by one takes more memory than there is room for. Bytes.
    case tooMuchMemory(place: String, samples: Int, needed: Int, room: Int)
    /// The file behind a column shrank while the chart was made.
    case data(place: String, DataError)
    /// A callback asked for a picture of the chart that is being planned.
    case nestedPlan
    /// There are texts in the picture, and no font to draw them with.
    case text(TextError)
}

extension ChartError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingColumn(let place): "\(place): no column is set"
        case .columnLengths(let place, let first, let a, let second, let b):
            "\(place): \(first) has \(a) values, \(second) has \(b); a series' columns are of one length"
        case .wrongColumn(let place, let found, let wanted): "\(place): the column holds \(found), the axis takes \(wanted)"
        case .foreignAxis(let place): "\(place): the axis is not on this chart"
        case .size(let width, let height, let scale):
            "frame: \(width) × \(height) points at scale \(scale) is no picture that can be drawn; 1 to \(PictureLimits.side) pixels a side can, and "
                + "\(PictureLimits.pixels) in all"
        case .noCategory(let place, let name): "\(place): no item \"\(name)\" on this category axis"
        case .tooMany(let place, let found, let limit): "\(place): \(found) are more than the \(limit) that are taken"
        case .tooMuchMemory(let place, let samples, let needed, let room):
            "\(place): the values are in no order, and drawing \(samples) samples one by one would take about \(MemoryEstimate.text(needed)); "
                + "there is room for \(MemoryEstimate.text(room))"
        case .data(let place, let error): "\(place): \(error)"
        case .nestedPlan: "the chart is being planned: its data source and its delegate cannot render it from within a callback"
        case .text(let error): "\(error)"
        }
    }
}
