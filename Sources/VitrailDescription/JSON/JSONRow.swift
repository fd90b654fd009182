import VitrailColumns

/// A row of NDJSON: a line with an object of numbers, texts and gaps.
package struct JSONRow: Sendable {
    package struct Cell: Sendable {
        package var name: String
        /// Empty: a gap. `nil`: a list or an object, which is no cell.
        package var text: String?
    }

    /// In the order of the line.
    package let cells: [Cell]

    /// - Throws: `DescriptionError` with the column of the line, for text that is no object.
    package init(_ line: [UInt8]) throws(DescriptionError) {
        guard case .object(let members) = try JSONParser.parse(line) else {
            throw DescriptionError(path: "", message: "the line is no JSON object")
        }
        cells = members.map { Cell(name: $0.name, text: $0.value.cell) }
    }
}

extension JSONValue {
    /// The text that a cell of CSV has for the value. `nil`: it has none.
    fileprivate var cell: String? {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value.isFinite ? compact(value) : ""
        case .string(let text): text
        case .array, .object: nil
        }
    }
}
