import Foundation

/// How a time zone is written beside labels.
enum ZoneName {
    /// The names by which a title may already contain the zone; the first one is the one to write.
    ///
    /// `UTC` for UTC, the offset for a zone without a region (`UTC−04:00`), else the region's name (`America/New York`): its offset and its
    /// abbreviation depend on the season.
    static func names(of zone: TimeZone) -> [String] {
        let identifier = zone.identifier
        if ["GMT", "UTC", "Etc/UTC", "Etc/GMT", "Zulu", "Etc/Zulu"].contains(identifier) { return ["UTC", "GMT"] }
        // Foundation calls a zone that was made from an offset `GMT-0400`. `Etc/GMT+4` has the sign of POSIX, which readers take the wrong way.
        if identifier.hasPrefix("GMT") || identifier.hasPrefix("Etc/") { return [offset(zone.secondsFromGMT(for: .distantPast))] }
        return [identifier.replacing("_", with: " "), identifier]
    }

    /// `UTC−04:00`, `UTC+05:45`.
    private static func offset(_ seconds: Int) -> String {
        guard seconds != 0 else { return "UTC" }
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (size, second) = (abs(seconds), abs(seconds) % 60)
        let time = "\(digits(size / 3600)):\(digits(size / 60 % 60))" + (second == 0 ? "" : ":\(digits(second))")
        return "UTC" + (seconds < 0 ? "\u{2212}" : "+") + time
    }
}
