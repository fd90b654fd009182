/// An axis on which equal distances are equal ratios; values ≤ 0 are gaps.
open class LogarithmicAxis: NumberAxis {
    /// > 0, ≠ 1.
    public let base: Double

    public init(base: Double = 10, defaultRange: NumberRange? = nil) {
        precondition(base > 0 && base != 1 && base.isFinite, "a logarithm's base is positive and not 1")
        self.base = base
        super.init(defaultRange: defaultRange)
    }

    override var mapper: AxisScale.Mapper { .logarithm(base: base) }
    override var emptyRange: NumberRange { NumberRange(1, max(base, 1 / base)) }

    override func accepts(_ range: NumberRange) -> Bool { range.isValid && range.minimum > 0 }

    override func widened(_ value: Double) -> NumberRange {
        guard value > 0 else { return emptyRange }
        let half = max(base, 1 / base).squareRoot()
        return NumberRange(value / half, value * half)
    }

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let powers = LogTicks.powers(
            base: base, in: range, every: majorTickFrequency?.number.map { Int(min(max($0, 1), 1e6)) }, room: room
        ) { string(forId: $0) }
        // Less than a decade in sight holds too few powers to read a value from: linear steps say more.
        guard powers.count >= 2 || majorTickFrequency != nil else { return super.makeTicks(in: range, room: room) }
        let majors = powers.map {
            Tick(value: $0.value, isMajor: true, label: string(forId: $0.value), index: $0.index)
        }
        guard room.wantsMinor else { return majors }
        return majors
            + LogTicks.between(base: base, in: range).map {
                Tick(value: $0, isMajor: false, label: string(forId: $0), index: 0)
            }
    }
}
