extension PassData {
    /// Where samples lie that stand alone, a gap or the end of the data on both sides, or nothing but samples at the same place: no line leads to them.
    /// Of many samples none is looked for.
    ///
    /// - Complexity: O(1) where there is no gap, else O(samples of `xPointRange`).
    func lonePoints(_ value: SeriesValue = .single) -> [PathPoint] {
        guard let across = values(value), let k = context.samples.values.firstIndex(of: value),
            across.count <= Self.mostWithLone, context.samples.alongExtent.hasGap || context.samples.acrossExtent[k].hasGap
                || context.samples.alongExtent.range?.span == 0
        else { return [] }
        return SharedValues.lend(independentValues, across) { along, across in
            func isThere(_ i: Int) -> Bool { i >= 0 && i < across.count && along[i].isFinite && across[i].isFinite }
            /// From the first sample of a line on.
            func isAlone(_ first: Int) -> Bool {
                var i = first + 1
                while isThere(i), along[i] == along[first], across[i] == across[first] { i += 1 }
                return !isThere(i)
            }
            return context.visible.compactMap { i in
                guard isThere(i), !isThere(i - 1), isAlone(i) else { return nil }
                guard !context.along.isExcluded(along[i]), !context.across.isExcluded(across[i]) else { return nil }
                let point = PathPoint(
                    along: Float(place: context.along.place(along[i]), of: along[i]), across: Float(place: context.across.place(across[i]), of: across[i]))
                return point.isGap ? nil : point
            }
        }
    }

    private static let mostWithLone = 10_000
}
