extension Column {
    /// Converts the texts of a typed file to the requested kind. If no kind is requested and all texts are dates, the
    /// result has dates.
    ///
    /// - Throws: `DataError.value` for a text that is not of the requested kind.
    package static func reading(_ texts: [String?], _ request: ColumnRequest) throws(DataError) -> Column {
        switch request.kind {
        case .category: return Column(texts)
        case .number:
            let i = texts.firstIndex { $0 != nil } ?? 0
            return texts.isEmpty || texts[i] == nil
                ? Column(texts.map { _ in Double.nan }) : try refuse(texts, i, request.name, .number)
        case .date, nil:
            var seconds: [Double] = []
            var nanoseconds = NanosecondCounts()
            seconds.reserveCapacity(texts.count)
            for (i, text) in texts.enumerated() {
                guard let text else {
                    nanoseconds.addGap()
                    seconds.append(.nan)
                    continue
                }
                let bytes = [UInt8](text.utf8)
                guard let date = CellDate.parseParts(bytes.span, bytes.indices) else {
                    return try request.kind == nil ? Column(texts) : refuse(texts, i, request.name, .date)
                }
                nanoseconds.add(date.wholeSeconds - (date.offset ?? 0), date.fraction, after: seconds)
                seconds.append(date.seconds - Double(date.offset ?? 0))
            }
            // Without any text, the column has no dates.
            return request.kind == nil && seconds.allSatisfy(\.isNaN)
                ? Column(texts) : nanoseconds.column(seconds: seconds)
        }
    }

    private static func refuse(
        _ texts: [String?], _ index: Int, _ name: String, _ wanted: Column.Kind
    ) throws(DataError) -> Column {
        throw .value(column: name, index: index, text: texts[index] ?? "", wanted: wanted)
    }
}
