extension HitProvider where Pass: OhlcPassData {
    /// Hits the sample whose box or central line from high to low contains the position; among several, the last.
    public static var candlesticks: HitProvider {
        prices { sample, reach in
            [sample.trunk(reach), Part(along: (sample.start, sample.end), across: (sample.open, sample.close))]
        }
    }

    /// Hits the sample whose trunk or arms are at the position; among several, the last.
    public static var ohlc: HitProvider {
        prices { sample, reach in
            [
                sample.trunk(reach),
                Part(along: (sample.start, sample.middle), across: (sample.open - reach, sample.open + reach)),
                Part(along: (sample.middle, sample.end), across: (sample.close - reach, sample.close + reach)),
            ]
        }
    }

    private static func prices(_ parts: @escaping (Sample, Float) -> [Part]) -> HitProvider {
        HitProvider(reachesAfar: true) { position, pass in
            guard let slot = pass.context.slot, let range = pass.xPointRange else { return nil }
            let reach = pass.context.pixels(Self.reach)
            let isHorizontal = pass.context.orientation == .horizontal
            let (along, across) = isHorizontal ? (position.x, position.y) : (position.y, position.x)
            let isReversed = pass.context.along.end < pass.context.along.start
            let positions = pass.independentCoordinates
            let (opens, highs, lows, closes) = (
                pass.openCoordinates, pass.highCoordinates, pass.lowCoordinates, pass.closeCoordinates
            )
            for k in positions.indices.reversed()
            where abs(positions[k] + Float(slot.offset) - along) <= Float(slot.width) / 2 + reach + 1 {
                let edges = slot.edges(at: Double(positions[k]))
                let (start, end) = isReversed ? (edges.high, edges.low) : (edges.low, edges.high)
                let sample = Sample(
                    start: Float(start), end: Float(end), open: opens[k], high: highs[k], low: lows[k], close: closes[k]
                )
                guard sample.isWhole, parts(sample, reach).contains(where: { $0.holds(along, across) }) else {
                    continue
                }
                return range.lowerBound + k
            }
            return nil
        }
    }

    /// Points on both sides of a line that also hit it, because the line is too thin to aim at.
    private static var reach: Double { 2 }
}

/// A sample in device pixels.
private struct Sample {
    /// Sides along the independent axis; `start` is the side of the smaller values.
    var start, end: Float
    var open, high, low, close: Float

    var middle: Float { (start + end) / 2 }
    var isWhole: Bool { open.isFinite && high.isFinite && low.isFinite && close.isFinite }

    func trunk(_ reach: Float) -> Part { Part(along: (middle - reach, middle + reach), across: (high, low)) }
}

/// A part of a sample that can be hit. The ends of each pair are in any order.
private struct Part {
    var along: (Float, Float)
    var across: (Float, Float)

    func holds(_ along: Float, _ across: Float) -> Bool {
        along >= min(self.along.0, self.along.1) && along <= max(self.along.0, self.along.1)
            && across >= min(self.across.0, self.across.1)
            && across <= max(self.across.0, self.across.1)
    }
}
