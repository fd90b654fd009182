/// The summaries that are kept with the samples of a series, so that a chart that is drawn again does not read all
/// samples again.
///
/// A picture depends on this setting, and not on earlier pictures: the first picture uses the summaries that all later
/// ones use.
public enum SampleSummaries: String, Sendable, Hashable, CaseIterable {
    /// Summaries where they save time in later pictures, made with the first one: lines and steps with more than 256
    /// samples in a pixel column (up to 2²¹ samples), or with many gaps and more than 2,048; columns at most half a
    /// pixel wide with more than 64 samples in a pixel column. They take at most 2 bytes a sample.
    case automatic
    /// None, the default: each picture reads the samples, which is faster for a single picture. A line is drawn from the first, minimum, maximum and last sample of each
    /// eighth of a pixel column.
    case none
}
