public import struct Foundation.Date

/// A time that begins at a date and lasts for a calendar step: a bank holiday.
public struct TimePeriod: Sendable, Hashable {
    /// Seconds since 1970-01-01 00:00 UTC.
    public var start: Double
    public var length: DateFrequency

    /// - Parameter start: seconds since 1970-01-01 00:00 UTC.
    public init(start: Double, length: DateFrequency) {
        self.start = start
        self.length = length
    }

    public init(start: Date, length: DateFrequency) {
        self.init(start: start.timeIntervalSince1970, length: length)
    }
}

/// A time that repeats, before and after its first date: two days every week from a Saturday, 16 hours every day from
/// 17:00.
public struct RepeatedTimePeriod: Sendable, Hashable {
    public var period: TimePeriod
    public var frequency: DateFrequency

    /// - Parameter start: seconds since 1970-01-01 00:00 UTC.
    public init(start: Double, length: DateFrequency, every frequency: DateFrequency) {
        period = TimePeriod(start: start, length: length)
        self.frequency = frequency
    }

    public init(start: Date, length: DateFrequency, every frequency: DateFrequency) {
        self.init(start: start.timeIntervalSince1970, length: length, every: frequency)
    }
}
