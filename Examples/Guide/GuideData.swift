import Foundation
import Vitrail

/// Data of the examples, read from the root of the repository.
enum GuideData {
    static let folder = "Examples/data"
    static let day = 86_400.0

    /// Columns of a CSV file, by name.
    static func columns(_ names: [String], of file: String) throws -> [Column] {
        let columns = try CSV.columns(names, ofFile: "\(folder)/\(file)")
        return names.map { columns[$0] ?? Column([Double]()) }
    }

    static func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    /// The start of a day, UTC.
    static func date(_ year: Int, _ month: Int, _ day: Int) -> Date {
        let parts = DateComponents(year: year, month: month, day: day)
        return DateTimeAxis.defaultCalendar.date(from: parts) ?? Date(timeIntervalSince1970: 0)
    }

    /// US employees by month, 2006–2015, in millions.
    static func employment() throws -> SeriesColumns {
        let columns = try columns(["month", "nonfarm"], of: "us-employment.csv")
        return SeriesColumns(x: columns[0], y: Column(values(columns[1]).map { $0 / 1000 }))
    }
}
