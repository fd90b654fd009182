extension Range<Int> {
    /// The first index that is wanted; the upper bound if none is. All indexes before it are unwanted, all behind it
    /// are wanted. If it is near `guess`, few indexes are tested.
    package func partition(near guess: Int, _ isWanted: (Int) -> Bool) -> Int {
        // The last index that is known to be unwanted, and the first that is known to be wanted.
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

    /// The first index that is wanted; the upper bound if none is. All indexes before it are unwanted, all behind it
    /// are wanted.
    package func partition(_ isWanted: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isWanted(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
