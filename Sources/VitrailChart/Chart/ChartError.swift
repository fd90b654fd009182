public import VitrailColumns
import VitrailScene
public import VitrailText

/// An error in a chart. Each case names the JSON path of the cause, and the message states valid values.
public enum ChartError: Error, Sendable, Equatable {
    case missingColumn(path: String)
    case columnLengths(path: String, first: String, Int, second: String, Int)
    case wrongColumn(path: String, found: String, wanted: String)
    case foreignAxis(path: String)
    case size(width: Double, height: Double, scale: Double)
    case noCategory(path: String, name: String)
    /// Found more than a data source may provide one by one.
    case tooMany(path: String, found: Int, limit: Int)
    /// Samples that were assumed to be ordered are not, and drawing them one by one exceeds the memory budget. `needed`
    /// and `room` in bytes.
    case tooMuchMemory(path: String, samples: Int, needed: Int, room: Int)
    /// The file behind a column shrank during the render.
    case data(path: String, DataError)
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
        case .missingColumn(let path): "\(path): no column is set"
        case .columnLengths(let path, let first, let a, let second, let b):
            "\(path): \(first) has \(a) values, \(second) has \(b); a series' columns are of one length"
        case .wrongColumn(let path, let found, let wanted):
            "\(path): the column holds \(found), the axis takes \(wanted)"
        case .foreignAxis(let path): "\(path): the axis is not on this chart"
        case .size(let width, let height, let scale):
            "frame: \(width) × \(height) points at scale \(scale) cannot be drawn; a picture has 1 to \(PictureLimits.side) pixels per side, and at most "
                + "\(PictureLimits.pixels) in total"
        case .noCategory(let path, let name): "\(path): no item \"\(name)\" on this category axis"
        case .tooMany(let path, let found, let limit): "\(path): \(found) is more than the limit of \(limit)"
        case .tooMuchMemory(let path, let samples, let needed, let room):
            "\(path): the values are in no order, and drawing \(samples) samples one by one would take about \(MemorySize.text(needed)); "
                + "the limit is \(MemorySize.text(room))"
        case .data(let path, let error): "\(path): \(error)"
        case .nestedPlan:
            "the chart is being planned: its data source and its delegate cannot render it from within a callback"
        case .text(let error): "\(error)"
        case .interrupted: "the picture was interrupted before it was finished"
        }
    }
}
