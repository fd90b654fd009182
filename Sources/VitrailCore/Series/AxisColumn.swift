extension Axis {
    /// A column as numbers of this axis: texts become indexes on a category axis, which learns those it did not know.
    ///
    /// Dates are counted from the axis' origin: those of a column with another one are copied, unless they are whole numbers.
    ///
    /// - Throws: `wrongColumn` for a column of another kind. A number is a date's seconds since 1970, or a category as it is written; else kinds are as
    ///   the axis has them.
    func numbers(of column: Column, _ place: String) throws(ChartError) -> Column {
        switch (columnKind, column.kind) {
        case (.number, .number): return column
        case (.date, .date), (.date, .number): return column.after((self as? DateTimeAxis)?.origin ?? 0)
        case (.category, .category), (.category, .number):
            guard let category = self as? CategoryAxis else { return column }
            let texts = column.kind == .category
                ? column.texts
                : column.lend { span in span.indices.map { span[$0].isFinite ? NumberLabel.text(span[$0], minus: .hyphen) : nil } }
            return Column(texts.map { $0.map { Double(category.index(of: $0)) } ?? .nan })
        default: throw .wrongColumn(place: place, found: column.kind.plural, wanted: columnKind.plural)
        }
    }
}

extension Column {
    /// A column on no axis: numbers, and nothing else.
    func checkedNumbers(_ place: String) throws(ChartError) -> Column {
        guard kind == .number else { throw .wrongColumn(place: place, found: kind.plural, wanted: Kind.number.plural) }
        return self
    }
}
