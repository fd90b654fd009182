/// Scalars that no font has, each once, in the order they were met.
struct MissingGlyphs {
    private(set) var scalars: [Unicode.Scalar] = []
    private var known: Set<Unicode.Scalar> = []

    /// - Returns: whether this is news.
    mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
        guard known.insert(scalar).inserted else { return false }
        scalars.append(scalar)
        return true
    }

    mutating func removeAll() {
        scalars = []
        known = []
    }
}
