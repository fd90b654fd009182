extension Range<Int> {
    /// The first index behind those that are not wanted: if it is near a guess, few others are asked for.
    func partition(near guess: Int, _ isWanted: (Int) -> Bool) -> Int {
        // Not wanted, and wanted, as far as is known.
        var (before, found) = (lowerBound - 1, upperBound)
        var (probe, step) = (Swift.min(Swift.max(guess, lowerBound), upperBound - 1), 1)
        while before < probe, probe < found {
            if isWanted(probe) {
                found = probe
                probe -= step
            } else {
                before = probe
                probe += step
            }
            step *= 2
        }
        return (before + 1..<found).partition(isWanted)
    }

    /// The first index behind those that are not wanted.
    func partition(_ isWanted: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isWanted(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
