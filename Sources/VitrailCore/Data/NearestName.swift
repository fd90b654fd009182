/// The candidate that `name` is most likely a misspelling of; nil when none is near.
///
/// Near means that at most a third of the letters, or one of a short name but not its only one, have to be changed. Case counts
/// as half a change at most: names are compared in lower case, an exact one wins. The first of equally near ones is taken.
func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    // A longer one is no misspelling, and the distance costs the product of the lengths.
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let letters = Array(candidate.lowercased().unicodeScalars)
        let longer = max(wanted.count, letters.count)
        let limit = min(max(1, longer / 3), longer - 1)
        guard abs(letters.count - wanted.count) <= limit else { continue }
        let distance = editDistance(wanted, letters)
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
///
/// - Complexity: O(a.count · b.count).
/// - Source: Damerau–Levenshtein in its restricted form (optimal string alignment).
func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
