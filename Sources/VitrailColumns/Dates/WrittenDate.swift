/// A date as written: local time, and the offset from UTC if the text has one.
package struct WrittenDate: Hashable, Sendable {
    /// Whole seconds of local time since 1970-01-01 00:00.
    var wholeSeconds: Int
    /// 0 ..< 1; stored separately, so that nanoseconds stay exact.
    var fraction: Double
    /// Seconds ahead of UTC. `nil`: the text has no offset.
    var offset: Int?

    package init(wholeSeconds: Int, fraction: Double = 0, offset: Int? = nil) {
        self.wholeSeconds = wholeSeconds
        self.fraction = fraction
        self.offset = offset
    }

    /// - Parameter seconds: Local seconds since 1970-01-01 00:00, with a magnitude below 2⁶².
    package init(seconds: Double, offset: Int? = nil) {
        let whole = seconds.rounded(.down)
        self.init(wholeSeconds: Int(whole), fraction: seconds - whole, offset: offset)
    }

    /// Local seconds since 1970-01-01 00:00, with the fraction.
    var seconds: Double { Double(wholeSeconds) + fraction }
}
