/// The keys of a description that change an automatic range.
struct RangeWishes: Equatable {
    /// How the zero of an axis lies to that of another one.
    enum Zero: Equatable {
        case own
        /// Others lie where this one does.
        case shared
        /// Where that of the primary axis lies.
        case aligned
    }

    /// Ends that stay; nil = the data say.
    var low: Double?
    var high: Double?
    /// Values that are shown whatever the data, which may lie beyond them.
    var suggestedLow: Double?
    var suggestedHigh: Double?
    var includesZero = false
    var zero = Zero.own
}

extension Axis {
    /// A range from the data, with what a description adds to it.
    func wished(_ range: NumberRange) -> NumberRange {
        guard wishes != RangeWishes() else { return range }
        var wished = range
        for value in [wishes.includesZero ? 0 : nil, wishes.suggestedLow, wishes.suggestedHigh] {
            if let value, maps(value) { wished = wished.including(value) }
        }
        if let low = wishes.low {
            wished.minimum = low
            if wished.maximum <= low { wished.maximum = widened(low).maximum }
        }
        if let high = wishes.high {
            wished.maximum = high
            if wished.minimum >= high { wished.minimum = widened(high).minimum }
        }
        return accepts(wished) ? wished : range
    }

    /// The ends that a description fixes, infinite where the data decide; nil = it fixes none.
    var fixedRange: NumberRange? {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard wishes.low != nil || wishes.high != nil else { return nil }
        return NumberRange(wishes.low ?? -.infinity, wishes.high ?? .infinity)
    }
}
