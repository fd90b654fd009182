/// What is known of samples, and stays known when they change at their ends.
protocol SampleSummary {
    /// Of no samples.
    ///
    /// - Parameter count: how many are going to be taken in.
    init(for count: Int)
    /// Samples that it is of.
    var count: Int { get }
    mutating func removeFirst(_ number: Int)
}

/// Summaries that are kept with a series' samples: made when one is asked for the second time, since one picture needs each sample but once.
final class KeptSummaries<Key: Hashable, Summary: SampleSummary> {
    /// Of more kinds than a series is likely to be drawn in in turn, none is kept.
    private static var mostKnown: Int { 4 }

    private var asked: Set<Key> = []
    private var known: [Key: Summary] = [:]

    /// - Parameters:
    ///   - count: of all samples.
    ///   - extend: takes in the samples that are not known yet.
    func summary(for key: Key, count: Int, _ extend: (inout Summary) -> Void) -> Summary? {
        guard !asked.insert(key).inserted else { return nil }
        if known[key] == nil, known.count == Self.mostKnown { (asked, known) = ([key], [:]) }
        var summary = known[key] ?? Summary(for: count)
        if summary.count != count { extend(&summary) }
        known[key] = summary
        return summary
    }

    /// Those of the same columns when they have changed at their ends; whoever has these keeps the columns that they are of.
    func changed(by changes: RowChanges) -> KeptSummaries {
        let others = KeptSummaries()
        others.asked = asked
        others.known = known.mapValues { summary in
            var summary = summary
            summary.removeFirst(changes.removed)
            return summary
        }
        return others
    }
}
