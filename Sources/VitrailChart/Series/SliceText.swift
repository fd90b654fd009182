import VitrailScales

/// The texts of slices without a text from the host.
struct SliceText {
    let ring: PieRing
    let style: PieSeriesStyle
    private let writing: NumberWriting
    /// Number of decimals of shares without a format; `nil`: there is a format.
    private let shareDecimals: Int?

    init(_ ring: PieRing, _ style: PieSeriesStyle) {
        (self.ring, self.style) = (ring, style)
        writing = ring.series.chart?.numbers ?? .plain
        guard ring.series.isDescribed, style.labelFormatString == nil else {
            shareDecimals = nil
            return
        }
        let shares = ring.angles.indices.lazy.filter { ring.angles[$0].sweep != 0 }.map(ring.percentage)
        shareDecimals = Self.decimals(shares)
    }

    /// One decimal if that makes all shares exact, or if a share would be written as 0 without it; otherwise none.
    private static func decimals(_ shares: some Sequence<Double>) -> Int {
        var (isWhole, isExact, hasSmall) = (true, true, false)
        for share in shares {
            func isRound(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }
            isWhole = isWhole && isRound(share)
            isExact = isExact && isRound(share * 10)
            hasSmall = hasSmall || share < 0.5
        }
        return hasSmall || isExact && !isWhole ? 1 : 0
    }

    /// The style's text for a slice.
    func own(_ k: Int) -> String? { style.labels?.inTurn(k) }

    /// - Parameter isOutside: whether the label is beside the slice, where one line is easier to read.
    func text(_ k: Int, isOutside: Bool) -> String {
        if let own = own(k) { return own }
        let name = ring.series.slices[k].name
        // Inside a slice of a description, the number is on a line below the name.
        let joint = ring.series.isDescribed && !isOutside ? "\n" : ": "
        switch content {
        case .value: return value(k)
        case .share: return share(k)
        case .name: return name
        case .nameAndValue: return name + joint + value(k)
        case .nameAndShare: return name + joint + share(k)
        }
    }

    /// A format with a per cent sign is for shares.
    private var content: SliceLabelContent {
        if let content = style.labelContent { return content }
        guard ring.series.isDescribed else { return .value }
        return style.labelFormatString.map { $0.contains("%%") || $0.hasSuffix("%") } ?? true
            ? .nameAndShare : .nameAndValue
    }

    private func value(_ k: Int) -> String {
        let value = ring.series.slices[k].value
        if let pattern = style.labelFormatString { return NumberPattern.text(value, pattern: pattern, writing) }
        return ring.series.isDescribed
            ? writing.text(NumberLabel.text(value)) : NumberPattern.text(value, pattern: Self.usualPattern, writing)
    }

    private func share(_ k: Int) -> String {
        let share = ring.percentage(k)
        guard let decimals = shareDecimals else {
            let pattern = style.labelFormatString ?? Self.usualPattern
            // With a specifier such as ".1%", 1 means 100 %.
            let isOfOne = pattern.hasSuffix("%") && !pattern.hasSuffix("%%")
            return NumberPattern.text(isOfOne ? share / 100 : share, pattern: pattern, writing)
        }
        // Do not round to 0 % or 100 % unless the share is exact.
        if share < 0.05 { return "<" + writing.text("0.1%") }
        let minimum = decimals == 0 ? 0.5 : 0.05
        if share < 100, share >= 100 - minimum { return ">" + writing.text(decimals == 0 ? "99%" : "99.9%") }
        return writing.text(DecimalText.fixed(share, decimals: decimals, minus: .sign) + "%")
    }

    private static let usualPattern = "%.2f"
}
