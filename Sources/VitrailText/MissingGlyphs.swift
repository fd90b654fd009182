/// Scalars that no font has, each once, in order of first occurrence.
struct MissingGlyphs {
    private(set) var scalars: [Unicode.Scalar] = []
    private var known: Set<Unicode.Scalar> = []

    /// - Returns: whether the scalar is new.
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
