import Foundation
import VitrailColumns

/// Statistics of a table, encoded as JSON.
struct TableFacts: Encodable {
    var rows: Int
    var columns: [ColumnFacts]
    var leftOut: [TableBox.LeftOut]

    /// - Complexity: O(values).
    init(_ box: TableBox) {
        rows = box.table.rowCount
        columns = box.columns.map { ColumnFacts($0) }
        leftOut = box.leftOut
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

struct ColumnFacts: Encodable {
    private let named: TableBox.NamedColumn

    init(_ named: TableBox.NamedColumn) { self.named = named }

    private enum Key: String, CodingKey {
        case name, kind, minimum, maximum, minimumText, maximumText, isAscending, isFinerThanMilliseconds, timeZone,
            distinct, isRepeated
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        let column = named.column
        try members.encode(named.name, forKey: .name)
        try members.encode(column.kind.rawValue, forKey: .kind)
        guard column.kind != .category else {
            let texts = column.texts
            let distinct = Set(texts.lazy.compactMap { $0 }).count
            try members.encode(distinct, forKey: .distinct)
            return try members.encode(distinct < texts.count { $0 != nil }, forKey: .isRepeated)
        }
        let range = column.range
        try members.encode(range?.minimum, forKey: .minimum)
        try members.encode(range?.maximum, forKey: .maximum)
        try members.encode(column.isAscending, forKey: .isAscending)
        guard column.kind == .date else { return }
        // With nanoseconds if the column has them.
        let precise = column.precise
        let fine = precise.origin == column.origin ? range : precise.range
        try members.encode(fine.map { FineDate($0.minimum, after: precise.origin).text }, forKey: .minimumText)
        try members.encode(fine.map { FineDate($0.maximum, after: precise.origin).text }, forKey: .maximumText)
        try members.encode(column.isFinerThanMilliseconds, forKey: .isFinerThanMilliseconds)
        try members.encode(named.timeZone, forKey: .timeZone)
    }
}
