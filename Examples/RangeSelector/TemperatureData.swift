import Foundation
import Vitrail

/// A temperature at a time.
struct TemperatureDataPoint: Sendable {
    var timestamp: Date
    /// °C.
    var temperature: Double
}

/// The data layer, which knows no chart: 2,400 hourly temperatures of Seattle, 100 days from 1 May 2015 on.
///
/// The lowest and the highest temperature of each day are measurements (NOAA). The hours between them are not: they lie on half a cosine from the
/// lowest, at 5 o'clock, to the highest, at 15 o'clock, and on another one from there to the lowest of the next day.
struct TemperatureData: Sendable {
    let data: [TemperatureDataPoint]

    static let dayCount = 100
    private static let (coldestHour, warmestHour) = (5.0, 15.0)

    /// - Parameter folder: holds `seattle-weather.csv`.
    /// - Throws: `DataError` where the file cannot be read, `MissingDays` where it lacks days.
    init(folder: String) throws {
        let columns = try CSV.columns(["date", "temp_min", "temp_max"], ofFile: "\(folder)/seattle-weather.csv")
        let (dates, lows, highs) = (Self.values(columns["date"]), Self.values(columns["temp_min"]), Self.values(columns["temp_max"]))
        let start = Date(timeIntervalSince1970: 1_430_438_400)
        // The night before the first morning comes from the day before, the last night leads to the day after.
        guard let first = dates.firstIndex(of: start.timeIntervalSince1970), first > 0, first + Self.dayCount < dates.count else { throw MissingDays() }
        data = (0..<Self.dayCount * 24).map { k in
            let (day, hour) = (first + k / 24, Double(k % 24))
            let temperature =
                switch hour {
                case ..<Self.coldestHour: Self.between(highs[day - 1], lows[day], (hour + 24 - Self.warmestHour) / Self.night)
                case ...Self.warmestHour: Self.between(lows[day], highs[day], (hour - Self.coldestHour) / (24 - Self.night))
                default: Self.between(highs[day], lows[day + 1], (hour - Self.warmestHour) / Self.night)
                }
            return TemperatureDataPoint(timestamp: start.addingTimeInterval(Double(k) * 3_600), temperature: temperature)
        }
    }

    /// The file ends before the last day, or begins after the first one.
    struct MissingDays: Error {}

    /// Hours from the warmest to the coldest.
    private static let night = 24 - warmestHour + coldestHour

    /// Half a cosine.
    ///
    /// - Parameter share: of the way, 0 to 1.
    private static func between(_ first: Double, _ last: Double, _ share: Double) -> Double { first + (last - first) * (1 - cos(share * .pi)) / 2 }

    private static func values(_ column: Column?) -> [Double] { column?.withValues { span in span.indices.map { span[$0] } } ?? [] }
}
