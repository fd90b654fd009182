import VitrailColumns

/// Full-precision dates of a part of a description that Doubles cannot represent, by JSON path.
struct FineDates: Sendable, Equatable {
    private var dates: [String: FineDate] = [:]

    subscript(_ path: String) -> FineDate? {
        get { dates[path] }
        // Dates without a remainder are exact as Doubles.
        set { dates[path] = newValue?.rest == 0 ? nil : newValue }
    }

    /// - Parameters:
    ///   - seconds: The date at this path, in seconds since 1970. If it was changed, the stored remainder is not used.
    ///   - origin: Seconds since 1970.
    /// - Returns: Seconds after the origin.
    func value(_ seconds: Double, at path: String, after origin: Int) -> Double {
        guard let date = dates[path], date.seconds == seconds else { return seconds - Double(origin) }
        return date.after(origin)
    }
}
