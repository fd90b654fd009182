extension Exclusions {
    /// Moves ticks in an excluded range to its end; of ticks with equal positions the last one stays.
    package func pushed(_ positions: [TickPosition]) -> [TickPosition] {
        positions.reduce(into: []) { result, position in
            var position = position
            if let piece = piece(around: position.value) { position.value = piece.end }
            if result.last?.value == position.value { result.removeLast() }
            result.append(position)
        }
    }
}
