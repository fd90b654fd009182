/// A summary of samples that can be extended when samples are appended.
package protocol SampleSummary {
    /// A summary of no samples.
    ///
    /// - Parameter count: expected number of samples.
    init(for count: Int)
    /// Number of samples in the summary.
    var count: Int { get }
    /// Whether a new summary of `count` samples would be the same as this one, extended to `count` samples.
    ///
    /// - Parameter count: at least as many samples as the summary has.
    func fits(_ count: Int) -> Bool
}

/// Summaries that are kept with a series' samples, so that later pictures do not read all samples again.
///
/// A summary depends on the samples alone: the picture drawn with a kept summary is the picture drawn with a new one.
package final class SummaryCache<Key: Hashable, Summary: SampleSummary> {
    /// Maximum number of summaries; a series is rarely drawn from more kinds in turn. One more drops all others.
    private static var maxKnown: Int { 4 }

    private var known: [Key: Summary] = [:]

    package init() {}

    /// The summary for a key.
    ///
    /// - Parameters:
    ///   - count: number of all samples.
    ///   - extend: adds the samples that are missing in the summary.
    package func summary(for key: Key, count: Int, _ extend: (inout Summary) -> Void) -> Summary {
        if known[key] == nil, known.count == Self.maxKnown { known = [:] }
        var summary = known[key] ?? Summary(for: count)
        if summary.count > count || !summary.fits(count) { summary = Summary(for: count) }
        if summary.count != count { extend(&summary) }
        known[key] = summary
        return summary
    }

    /// The summaries of the same columns after a change at their ends. These summaries stay valid for the old columns.
    ///
    /// If samples were removed, all summaries are dropped: their stretches begin at the first sample, and stretches
    /// that begin elsewhere would change the picture.
    package func changed(by changes: RowChanges) -> SummaryCache {
        let others = SummaryCache()
        if changes.removed == 0 { others.known = known }
        return others
    }
}
