import VitrailScene

/// The frames of an animated chart: each is a whole description, made of the chart and of what the frames up to it say.
///
/// ```
/// chart ◄─ merge ─ frames[0] ─► first frame ◄─ merge ─ frames[1] ─► second frame ◄─ …
/// ```
///
/// They are kept as JSON, and decoded one after the other: what a description decodes into takes more memory than its text.
public struct ChartFrames: Sendable, Equatable {
    /// Seconds that a frame is shown, in the order of frames.
    public private(set) var delays: [Double] = []
    private var values: [JSONValue] = []
    /// For each frame, the frame that changed `data` last; −1 = none did.
    private var dataOrigins: [Int] = []

    /// Seconds.
    static let delays = 0.01...3600.0
    static let defaultDelay = 0.1
    public static let maxFrames = 10_000
    /// Values of all frames together, tables that a frame does not touch left out: a short patch of a long chart is long.
    static let maxValues = 1 << 22

    public var count: Int { values.count }

    /// - Parameters:
    ///   - list: the frames as they are written.
    ///   - chart: what they are merged over, decoded before.
    ///   - delay: seconds, of a frame that says nothing of it.
    init(_ list: DescriptionNode, over chart: DescriptionNode, of description: ChartDescription, delay: Double) throws(DescriptionError) {
        let patches = try list.elements(limit: Self.maxFrames)
        guard !patches.isEmpty else { throw list.error("the list is empty; an animation has a frame or more") }
        var value = chart.value.without(["frames", "frameDelay"])
        var (total, origin, previous) = (0, -1, description)
        for (index, patch) in patches.enumerated() {
            var object = try DescriptionObject(patch)
            if let inner = object.optional("frames") { throw inner.error("a frame has no frames of its own") }
            delays.append(try object.optional("frameDelay", in: Self.delays) ?? delay)
            value = value.merged(with: patch.value.without(["frameDelay"]))
            if object.optional("data") != nil { origin = index }
            total += (origin == index ? value : value.without(["data"])).valueCount
            guard total <= Self.maxValues else { throw list.error("frames 0 to \(index) hold more than \(Self.maxValues) values together") }
            values.append(value)
            dataOrigins.append(origin)
            previous = try frame(index, at: patch.place, after: previous, directory: description.directory)
            guard previous.pixelSize == description.pixelSize else {
                let key = object.optional("size") == nil ? "scale" : "size"
                throw patch.child(key, .null).error("all frames have the size of the chart, \(description.pixelSize.width) × \(description.pixelSize.height) pixels")
            }
        }
    }

    /// - Parameters:
    ///   - place: for errors.
    ///   - previous: the frame before, or the chart; its tables are taken where they are the same.
    fileprivate func frame(
        _ index: Int, at place: String, after previous: ChartDescription, directory: String
    ) throws(DescriptionError) -> ChartDescription {
        let isSameData = dataOrigins[index] == (index > 0 ? dataOrigins[index - 1] : -1)
        return try ChartDescription(
            DescriptionNode(value: values[index], place: place), directory: directory, tables: previous.tables, dataOf: isSameData ? previous : nil)
    }
}

/// Reads the frames of a description one after the other.
public struct ChartFrameReader {
    /// A frame, ready to be drawn.
    public struct Frame {
        /// From 0.
        public var index: Int
        /// Seconds.
        public var delay: Double
        public var chart: Chart
    }

    private let description: ChartDescription
    private let frames: ChartFrames
    private var previous: ChartDescription
    private var next = 0
    /// What tables hold, as long as frames read the same.
    private let tables = TableCache()

    /// - Returns: nil for a description without frames.
    public init?(_ description: ChartDescription) {
        guard let frames = description.frames else { return nil }
        (self.description, self.frames, previous) = (description, frames, description)
    }

    /// The next frame's description; nil after the last one.
    package mutating func nextDescription() throws(DescriptionError) -> ChartDescription? {
        guard next < frames.count else { return nil }
        previous = try frames.frame(next, at: "frames[\(next)]", after: previous, directory: description.directory)
        next += 1
        return previous
    }

    /// The next frame with its data; nil after the last one. A table that is the same as in the frame before is not read again.
    ///
    /// - Parameter pictures: as for `ChartDescription.makeChart`.
    /// - Throws: `DescriptionError`, as `ChartDescription.makeChart`; the place names the frame, unless the chart itself has the same fault.
    public mutating func next(pictures: PictureDecoder = .none) throws(DescriptionError) -> Frame? {
        guard let frame = try nextDescription() else { return nil }
        let index = next - 1
        do throws(DescriptionError) {
            return Frame(index: index, delay: frames.delays[index], chart: try frame.makeChart(pictures: pictures, tables: tables))
        } catch {
            if index == 0 {
                do throws(DescriptionError) { _ = try description.makeChart(pictures: pictures) } catch let own where own == error { throw own } catch {}
            }
            let place = error.place.isEmpty ? "frames[\(index)]" : "frames[\(index)].\(error.place)"
            throw DescriptionError(place: place, message: error.message, kind: error.kind)
        }
    }
}

/// Tables that were read, by name, with what was asked of them.
package final class TableCache {
    private var entries: [String: Entry] = [:]

    private struct Entry {
        var description: DataDescription?
        var requests: Set<ColumnRequest>
        var table: DataTable
    }

    /// The table as it was read before, or as `read` gives it. One that is no longer asked for is dropped before the new one is read.
    func table(
        _ name: String, _ description: DataDescription?, _ requests: [ColumnRequest], _ read: () throws(DescriptionError) -> DataTable
    ) throws(DescriptionError) -> DataTable {
        // Series name their columns in no order.
        let requests = Set(requests)
        if let entry = entries[name], entry.description == description, entry.requests == requests { return entry.table }
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
    /// Device pixels.
    fileprivate var pixelSize: PixelSize {
        PixelSize(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
    }
}
