import VitrailColumns
import VitrailScales

extension Axis {
    /// The column as numbers of this axis. On a category axis, texts become indexes, and the axis adds unknown texts.
    ///
    /// Dates are counted from the axis' origin. A column of dates with another origin is copied, unless its dates are
    /// whole numbers.
    ///
    /// - Throws: `wrongColumn` for a column of another kind. A date axis also accepts numbers, as seconds since 1970. A
    ///   category axis also accepts numbers, as their text. In all other cases the kind must be that of the axis.
    func numbers(of column: Column, _ path: String) throws(ChartError) -> Column {
        switch (columnKind, column.kind) {
        case (.number, .number): return column
        case (.date, .date), (.date, .number): return column.after(valueOrigin)
        case (.category, .category), (.category, .number):
            let texts =
                column.kind == .category
                ? column.texts
                : column.withView { span in
                    span.indices.map { span[$0].isFinite ? NumberLabel.text(span[$0], minus: .hyphen) : nil }
                }
            return Column(texts.map { $0.map { add($0) } ?? .nan })
        default: throw .wrongColumn(path: path, found: column.kind.plural, wanted: columnKind.plural)
        }
    }
}

extension Column {
    /// A column that belongs to no axis; it must hold numbers.
    ///
    /// - Throws: `wrongColumn` for a column of another kind.
    func checkedNumbers(_ path: String) throws(ChartError) -> Column {
        guard kind == .number else { throw .wrongColumn(path: path, found: kind.plural, wanted: Kind.number.plural) }
        return self
    }
}
