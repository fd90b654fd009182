/// Keys of a description that change an automatic range.
struct RangeWishes: Equatable {
    /// Position of an axis's zero relative to another axis.
    enum Zero: Equatable {
        case own
        /// On a primary axis: other axes align their zero with this one.
        case shared
        /// At the position of the primary axis's zero.
        case aligned
    }

    /// Fixed ends. `nil`: from the data.
    var low: Double?
    var high: Double?
    /// Values that the range always includes; the data may extend it.
    var suggestedLow: Double?
    var suggestedHigh: Double?
    var includesZero = false
    var zero = Zero.own
}

extension Axis {
    /// Range from the data, extended as the description requests.
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

    /// Ends that a description fixes; infinite if the data determine the end. `nil`: no fixed end.
    var fixedRange: NumberRange? {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard wishes.low != nil || wishes.high != nil else { return nil }
        return NumberRange(wishes.low ?? -.infinity, wishes.high ?? .infinity)
    }
}
