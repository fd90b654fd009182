public import VitrailChart
import VitrailColumns
import VitrailSystem

/// Properties of a pie's or donut's slices in addition to their style.
public struct SlicesDescription: Sendable, Equatable {
    /// A slice, identified by its name or by its number from 0.
    public enum Slice: Sendable, Equatable {
        case name(String)
        case number(Int)
    }

    /// The spoke style of one slice.
    public struct Spoke: Sendable, Equatable {
        public var slice: Slice
        public var style: SpokeStyle

        public init(slice: Slice, style: SpokeStyle) {
            self.slice = slice
            self.style = style
        }
    }

    public var selectedStyle = PieSeriesStyle()
    public var selectedSlices: [Slice] = []
    /// Spoke styles of single slices. Unset properties are taken from the series' style.
    public var spokeStyles: [Spoke] = []
    /// Rotation in radians, anticlockwise. `nil`: not rotated.
    public var rotation: Double?
    /// Target angle in radians for the middle of the last selected slice. `nil`: the slice stays where it is.
    public var selectedPosition: Double?

    public init() {}
}

extension SlicesDescription {
    /// Reads the members of a series that only pies and donuts have.
    static func read(_ object: inout DescriptionObject) throws(DescriptionError) -> SlicesDescription {
        var slices = SlicesDescription()
        slices.selectedStyle = try object.style("selectedStyle")
        if let node = object.optional("selectedSlices") {
            for element in try node.elements(limit: limit) { slices.selectedSlices.append(try Slice.read(element)) }
        }
        if let node = object.optional("spokeStyles") {
            for element in try node.elements(limit: limit) {
                var spoke = try DescriptionObject(element)
                let slice = try Slice.read(try spoke.required("slice"))
                slices.spokeStyles.append(Spoke(slice: slice, style: try SpokeStyle.read(try spoke.required("style"))))
                try spoke.finish()
            }
        }
        slices.rotation = try object.optional("rotation", in: -1_000...1_000)
        slices.selectedPosition = try object.optional("selectedPosition", in: -1_000...1_000)
        return slices
    }

    /// Maximum number of listed slices; more could not be distinguished.
    static let limit = 10_000

    /// - Parameter path: JSON path of the series.
    func apply(to pie: PieSeries, path: String) throws(DescriptionError) {
        pie.selectedStyle = selectedStyle
        pie.selectedPosition = selectedPosition
        if let rotation { pie.rotation = rotation }
        try applySpokes(to: pie, path: path)
        for (index, slice) in selectedSlices.enumerated() {
            pie.setSlice(
                try number(of: slice, in: pie.columns, path: "\(path).selectedSlices[\(index)]"), selected: true)
        }
    }

    private func applySpokes(to pie: PieSeries, path: String) throws(DescriptionError) {
        for (index, spoke) in spokeStyles.enumerated() {
            let k = try number(of: spoke.slice, in: pie.columns, path: "\(path).spokeStyles[\(index)].slice")
            pie.setSpokeStyle(spoke.style.filled(from: pie.style.spokeStyle), slice: k)
        }
    }

    private func number(of slice: Slice, in columns: SeriesColumns, path: String) throws(DescriptionError) -> Int {
        switch slice {
        case .number(let number):
            guard (0..<columns.count).contains(number) else {
                throw DescriptionError(
                    path: path, message: "there is no slice \(number); the series has \(columns.count)")
            }
            return number
        case .name(let name):
            let names = columns.x?.kind == .category ? columns.x?.texts ?? [] : []
            guard let number = names.firstIndex(of: name) else {
                let near = nearestName(to: name, in: names.compactMap { $0 })
                throw DescriptionError(path: path, message: "no slice is named \(quoted(name))" + didYouMean(near))
            }
            return number
        }
    }
}

extension SlicesDescription.Slice {
    fileprivate static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self {
        if case .string(let name) = node.value { return .name(name) }
        let number = try node.number(in: 0...Double(Int32.max))
        guard number == number.rounded() else { throw node.error("\(compact(number)) is no whole number") }
        return .number(Int(number))
    }
}
