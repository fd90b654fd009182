/// A date as it is written: wall-clock time, and the offset from UTC where the text has one.
struct WrittenDate: Hashable, Sendable {
    /// Whole seconds of wall-clock time since 1970-01-01 00:00.
    var wholeSeconds: Int
    /// 0 ..< 1; kept apart, so that nanoseconds stay exact.
    var fraction: Double
    /// Seconds ahead of UTC; nil = the text has no offset.
    var offset: Int?

    init(wholeSeconds: Int, fraction: Double = 0, offset: Int? = nil) {
        self.wholeSeconds = wholeSeconds
        self.fraction = fraction
        self.offset = offset
    }

    /// - Parameter seconds: wall-clock seconds since 1970-01-01 00:00, below 2⁶² in magnitude.
    init(seconds: Double, offset: Int? = nil) {
        let whole = seconds.rounded(.down)
        self.init(wholeSeconds: Int(whole), fraction: seconds - whole, offset: offset)
    }

    /// Wall-clock seconds since 1970-01-01 00:00, with the fraction.
    var seconds: Double { Double(wholeSeconds) + fraction }
}
