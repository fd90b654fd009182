public import VitrailText

/// An error in a chart. Each case names the JSON path of the cause, and the message states valid values.
public enum ChartError: Error, Sendable, Equatable {
    case missingColumn(place: String)
    case columnLengths(place: String, first: String, Int, second: String, Int)
    case wrongColumn(place: String, found: String, wanted: String)
    case foreignAxis(place: String)
    case size(width: Double, height: Double, scale: Double)
    case noCategory(place: String, name: String)
    /// Found more than a data source may provide one by one.
    case tooMany(place: String, found: Int, limit: Int)
    /// Samples that were assumed to be ordered are not, and drawing them one by one exceeds the memory budget. `needed`
    /// and `room` in bytes.
    case tooMuchMemory(place: String, samples: Int, needed: Int, room: Int)
    /// The file behind a column shrank during the render.
    case data(place: String, DataError)
    /// A callback tried to render the chart that is being planned.
    case nestedPlan
    /// The picture contains texts, but there is no font for them.
    case text(TextError)
    /// The render was cancelled or has exceeded its deadline. Renderers throw `CancellationError` or
    /// `RenderError.deadlineExceeded` instead.
    case interrupted
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
        case .interrupted: "the picture was given up before it was done"
        }
    }
}
