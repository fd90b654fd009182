import Foundation
import Testing
import VitrailCore
import VitrailScene

/// Candlesticks and OHLC bars, drawn by GL and exactly.
@Suite("Prices are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct PriceOracleTests {
    enum Kind: String, CaseIterable, Sendable { case candlestick, outlined, ohlc }

    @Test("candles and bars, both orientations", arguments: Kind.allCases, [1, 1.5, 2, 3])
    func scales(kind: Kind, scale: Double) async throws {
        for orientation in CartesianSeries.Orientation.allCases {
            let chart = Chart(width: 220, height: 150)
            chart.applyTheme(kind == .outlined ? .light : .flat)
            chart.scale = scale
            chart.add(Self.series(kind, orientation))
            try await Oracle.expectAgreement("prices \(kind) \(orientation) at \(scale)×", plan(chart).scene)
        }
    }

    static func series(_ kind: Kind, _ orientation: CartesianSeries.Orientation, count: Int = 24) -> CartesianSeries {
        var columns = SeriesColumns(keyed: prices(count))
        let along = Column((0..<count).map(Double.init))
        if orientation == .horizontal { columns.x = along } else { columns.y = along }
        switch kind {
        case .candlestick: return CandlestickSeries(title: "candles", columns: columns, orientation: orientation)
        case .outlined:
            let style = CandlestickSeriesStyle(
                risingColor: Color(0xFFFFFF), fallingColor: Color(0x2C6FDB, alpha: 0.6), fallingColorGradient: Color(0xE8811A, alpha: 0.3),
                outlineColor: Color(0x1F2937, alpha: 0.7), outlineWidth: 1.3, stickWidth: 1.5)
            return CandlestickSeries(title: "hollow", columns: columns, orientation: orientation, style: style)
        case .ohlc:
            let style = OHLCSeriesStyle(risingColor: Color(0x2C6FDB, alpha: 0.6), trunkWidth: 1.5, armWidth: 1)
            return OHLCSeries(title: "bars", columns: columns, orientation: orientation, style: style)
        }
    }

    /// Each opens at the last close; some close where they opened, one has high and low exchanged, one a gap.
    private static func prices(_ count: Int) -> [DataKey: Column] {
        let close: [Double] = (0..<count).map { k -> Double in
            let jump = Double(k * 7 % 5) / 4
            return 5 + 3 * sin(Double(k) / 3) + jump
        }
        let open: [Double] = [5] + close.indices.dropFirst().map { $0 % 9 == 4 ? close[$0] : close[$0 - 1] }
        var high: [Double] = close.indices.map { max(open[$0], close[$0]) + Double($0 % 4) / 3 }
        var low: [Double] = close.indices.map { min(open[$0], close[$0]) - Double($0 % 3) / 2 }
        (high[7], low[7]) = (low[7], high[7])
        high[11] = .nan
        return [.open: Column(open), .high: Column(high), .low: Column(low), .close: Column(close)]
    }
}
