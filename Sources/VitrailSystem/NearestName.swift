/// The candidate that `name` is most likely a misspelling of. `nil`: none is close enough.
///
/// A candidate is close if the edit distance is at most a third of the longer name's letters. For short names, one
/// letter may differ, unless it is the only one. Case is ignored. If several candidates are equally close, the first
/// one wins.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    // A longer name is not a misspelling, and the cost grows with the product of the lengths.
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

/// Number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
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
