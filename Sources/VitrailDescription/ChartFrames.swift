public import VitrailChart
import VitrailColumns
import VitrailScene

/// The frames of an animated chart. Each frame is a whole description, merged from the chart and all frames up to it.
///
/// ```
/// chart ◄─ merge ─ frames[0] ─► first frame ◄─ merge ─ frames[1] ─► second frame ◄─ …
/// ```
///
/// Frames are stored as JSON and decoded one at a time, because a decoded description takes more memory.
public struct ChartFrames: Sendable, Equatable {
    /// Display time of each frame, in seconds.
    public private(set) var delays: [Double] = []
    private var values: [JSONValue] = []
    /// For each frame, the index of the last frame that changed `data`; −1: none.
    private var dataOrigins: [Int] = []

    /// Legal display times in seconds.
    static let delays = 0.01...3600.0
    static let defaultDelay = 0.1
    public static let maxFrames = 10_000
    /// Maximum number of values in all frames, without unchanged tables. It limits memory, because a short patch of a
    /// long chart is a long frame.
    static let maxValues = 1 << 22

    public var count: Int { values.count }

    /// - Parameters:
    ///   - list: The frames in JSON.
    ///   - chart: The chart that the frames are merged over, decoded before.
    ///   - delay: Display time in seconds of frames that do not set one.
    init(
        _ list: DescriptionNode, over chart: DescriptionNode, of description: ChartDescription, delay: Double
    ) throws(DescriptionError) {
        let patches = try list.elements(limit: Self.maxFrames)
        guard !patches.isEmpty else { throw list.error("the list is empty; an animation has a frame or more") }
        var value = chart.value.without(["frames", "frameDelay"])
        var (total, origin, previous) = (0, -1, description)
        for (index, patch) in patches.enumerated() {
            var object = try DescriptionObject(patch)
            if let inner = object.optional("frames") { throw inner.error("a frame cannot contain frames") }
            delays.append(try object.optional("frameDelay", in: Self.delays) ?? delay)
            value = value.merged(with: patch.value.without(["frameDelay"]))
            if object.optional("data") != nil { origin = index }
            total += (origin == index ? value : value.without(["data"])).valueCount
            guard total <= Self.maxValues else {
                throw list.error("frames 0 to \(index) hold more than \(Self.maxValues) values together")
            }
            values.append(value)
            dataOrigins.append(origin)
            previous = try frame(index, at: patch.path, after: previous, directory: description.directory)
            guard previous.pixelSize == description.pixelSize else {
                let key = object.optional("size") == nil ? "scale" : "size"
                throw patch.child(key, .null).error(
                    "all frames have the size of the chart, \(description.pixelSize.width) × \(description.pixelSize.height) pixels"
                )
            }
        }
    }

    /// - Parameters:
    ///   - path: JSON path for errors.
    ///   - previous: The preceding frame, or the chart. Its tables are reused if they are unchanged.
    fileprivate func frame(
        _ index: Int, at path: String, after previous: ChartDescription, directory: String
    ) throws(DescriptionError) -> ChartDescription {
        let isSameData = dataOrigins[index] == (index > 0 ? dataOrigins[index - 1] : -1)
        var frame = try ChartDescription(
            DescriptionNode(value: values[index], path: path), directory: directory, tables: previous.tables,
            dataOf: isSameData ? previous : nil)
        frame.reading = previous.reading
        return frame
    }
}

/// Reads the frames of a description one after the other.
public struct ChartFrameReader {
    /// A frame that is ready to be rendered.
    public struct Frame {
        /// Index from 0.
        public var index: Int
        /// Display time in seconds.
        public var delay: Double
        public var chart: Chart
    }

    private let description: ChartDescription
    private let frames: ChartFrames
    private var previous: ChartDescription
    private var next = 0
    /// Tables read so far, reused while frames have the same data.
    private let tables = TableCache()

    /// - Returns: `nil` for a description without frames.
    public init?(_ description: ChartDescription) {
        guard let frames = description.frames else { return nil }
        (self.description, self.frames, previous) = (description, frames, description)
    }

    /// The description of the next frame. `nil` after the last one.
    package mutating func nextDescription() throws(DescriptionError) -> ChartDescription? {
        guard next < frames.count else { return nil }
        previous = try frames.frame(next, at: "frames[\(next)]", after: previous, directory: description.directory)
        next += 1
        return previous
    }

    /// The next frame with its data. `nil` after the last one. A table that is unchanged since the preceding frame is
    /// not read again.
    ///
    /// - Parameter pictures: See `ChartDescription.makeChart`.
    /// - Throws: `DescriptionError`, as for `ChartDescription.makeChart`. The JSON path names the frame, unless the
    ///   chart itself has the same error.
    public mutating func next(pictures: PictureDecoder = .none) throws(DescriptionError) -> Frame? {
        guard let frame = try nextDescription() else { return nil }
        let index = next - 1
        do throws(DescriptionError) {
            return Frame(
                index: index, delay: frames.delays[index],
                chart: try frame.makeChart(pictures: pictures, tables: tables))
        } catch {
            if index == 0 {
                do throws(DescriptionError) { _ = try description.makeChart(pictures: pictures) } catch let own
                    where own == error
                { throw own } catch {}
            }
            let path = error.path.isEmpty ? "frames[\(index)]" : "frames[\(index)].\(error.path)"
            throw DescriptionError(path: path, message: error.message, kind: error.kind)
        }
    }
}

/// Tables that were read, by name, with the requested columns.
package final class TableCache {
    private var entries: [String: Entry] = [:]

    private struct Entry {
        var description: DataDescription?
        var requests: Set<ColumnRequest>
        var table: DataTable
    }

    /// The cached table if it is unchanged, otherwise the result of `read`. An outdated table is dropped before the new
    /// one is read.
    func table(
        _ name: String, _ description: DataDescription?, _ requests: [ColumnRequest],
        _ read: () throws(DescriptionError) -> DataTable
    ) throws(DescriptionError) -> DataTable {
        // Series name their columns in any order.
        let requests = Set(requests)
        if let entry = entries[name], entry.description == description, entry.requests == requests {
            return entry.table
        }
        entries[name] = nil
        let table = try read()
        entries[name] = Entry(description: description, requests: requests, table: table)
        return table
    }
}

extension JSONValue {
    fileprivate func without(_ names: [String]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.name) })
    }
}

extension ChartDescription {
    /// Size in device pixels.
    fileprivate var pixelSize: PixelSize {
        PixelSize(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
    }
}
