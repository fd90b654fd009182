import Foundation
import Vitrail

/// A temperature at a time.
struct TemperatureDataPoint: Sendable {
    var timestamp: Date
    /// °C.
    var temperature: Double
}

/// The data layer, independent of charts: 2,400 hourly temperatures of Seattle, 100 days from 1 May 2015 on.
///
/// The minimum and the maximum temperature of each day are measurements (NOAA). The hours between them are
/// interpolated: along half a cosine from the minimum at 05:00 to the maximum at 15:00, and along another one from
/// there to the minimum of the next day.
struct TemperatureData: Sendable {
    let data: [TemperatureDataPoint]

    static let dayCount = 100
    private static let (coldestHour, warmestHour) = (5.0, 15.0)

    /// - Parameter folder: holds `seattle-weather.csv`.
    /// - Throws: `DataError` where the file cannot be read, `MissingDays` where it lacks days.
    init(folder: String) throws {
        let columns = try CSV.columns(["date", "temp_min", "temp_max"], ofFile: "\(folder)/seattle-weather.csv")
        let (dates, lows, highs) = (
            Self.values(columns["date"]), Self.values(columns["temp_min"]), Self.values(columns["temp_max"])
        )
        let start = Date(timeIntervalSince1970: 1_430_438_400)
        // The night before the first morning uses the day before, the last night the day after.
        guard let first = dates.firstIndex(of: start.timeIntervalSince1970), first > 0,
            first + Self.dayCount < dates.count
        else { throw MissingDays() }
        data = (0..<Self.dayCount * 24).map { k in
            let (day, hour) = (first + k / 24, Double(k % 24))
            let temperature =
                switch hour {
                case ..<Self.coldestHour:
                    Self.between(highs[day - 1], lows[day], (hour + 24 - Self.warmestHour) / Self.night)
                case ...Self.warmestHour:
                    Self.between(lows[day], highs[day], (hour - Self.coldestHour) / (24 - Self.night))
                default: Self.between(highs[day], lows[day + 1], (hour - Self.warmestHour) / Self.night)
                }
            return TemperatureDataPoint(
                timestamp: start.addingTimeInterval(Double(k) * 3_600), temperature: temperature)
        }
    }

    /// The file ends before the last day, or begins after the first one.
    struct MissingDays: Error {}

    /// Hours from the warmest to the coldest.
    private static let night = 24 - warmestHour + coldestHour

    /// Interpolates along half a cosine.
    ///
    /// - Parameter share: of the way, 0 to 1.
    private static func between(_ first: Double, _ last: Double, _ share: Double) -> Double {
        first + (last - first) * (1 - cos(share * .pi)) / 2
    }

    private static func values(_ column: Column?) -> [Double] {
        column?.withValues { span in span.indices.map { span[$0] } } ?? []
    }
}
