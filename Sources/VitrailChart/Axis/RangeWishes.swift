package import VitrailColumns

/// Keys of a description that change an automatic range.
package struct RangeWishes: Equatable {
    /// Position of an axis's zero relative to another axis.
    package enum Zero: Equatable {
        case own
        /// On a primary axis: other axes align their zero with this one.
        case shared
        /// At the position of the primary axis's zero.
        case aligned
    }

    /// Fixed ends. `nil`: from the data.
    package var low: Double?
    package var high: Double?
    /// Values that the range always includes; the data may extend it.
    package var suggestedLow: Double?
    package var suggestedHigh: Double?
    package var includesZero: Bool
    package var zero: Zero

    package init(
        low: Double? = nil, high: Double? = nil, suggestedLow: Double? = nil, suggestedHigh: Double? = nil,
        includesZero: Bool = false, zero: Zero = .own
    ) {
        (self.low, self.high, self.suggestedLow, self.suggestedHigh) = (low, high, suggestedLow, suggestedHigh)
        (self.includesZero, self.zero) = (includesZero, zero)
    }
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
    package var fixedRange: NumberRange? {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard wishes.low != nil || wishes.high != nil else { return nil }
        return NumberRange(wishes.low ?? -.infinity, wishes.high ?? .infinity)
    }
}
