/// A summary of samples that can be updated when they change at their ends.
package protocol SampleSummary {
    /// A summary of no samples.
    ///
    /// - Parameter count: expected number of samples.
    init(for count: Int)
    /// Number of samples in the summary.
    var count: Int { get }
    mutating func removeFirst(_ number: Int)
}

/// Summaries that are kept with a series' samples. A summary is made when it is requested for the second time, because
/// a single picture needs each sample only once.
package final class SummaryCache<Key: Hashable, Summary: SampleSummary> {
    /// Maximum number of summaries; a series is rarely drawn from more kinds in turn. One more drops all others.
    private static var maxKnown: Int { 4 }

    private var asked: Set<Key> = []
    private var known: [Key: Summary] = [:]

    package init() {}

    /// The summary for a key; `nil` at the first request.
    ///
    /// - Parameters:
    ///   - count: number of all samples.
    ///   - extend: adds the samples that are missing in the summary.
    package func summary(for key: Key, count: Int, _ extend: (inout Summary) -> Void) -> Summary? {
        guard !asked.insert(key).inserted else { return nil }
        if known[key] == nil, known.count == Self.maxKnown { (asked, known) = ([key], [:]) }
        var summary = known[key] ?? Summary(for: count)
        if summary.count != count { extend(&summary) }
        known[key] = summary
        return summary
    }

    /// The summaries of the same columns after a change at their ends. These summaries stay valid for the old columns.
    package func changed(by changes: RowChanges) -> SummaryCache {
        let others = SummaryCache()
        others.asked = asked
        others.known = known.mapValues { summary in
            var summary = summary
            summary.removeFirst(changes.removed)
            return summary
        }
        return others
    }
}
