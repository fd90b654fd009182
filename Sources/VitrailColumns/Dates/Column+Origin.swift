/// Dates relative to an origin.
///
/// Doubles of seconds since 1970 resolve 0.24 µs for present dates. Seconds after a nearby origin preserve nanoseconds.
extension Column {
    /// Dates as seconds since 1970; whole numbers stay in place.
    package func asNumbers() -> Column { Column(kind: .number, count: count, storage: after(0).storage) }

    /// 64-bit whole numbers; for dates and durations, `Int64.min` is a gap.
    ///
    /// - Parameter element: An element of 64 bits.
    package init(counts: [Int64], _ element: NumPyElement) {
        self.init(kind: element.kind, count: counts.count, storage: .counts(counts, element))
    }

    /// The same dates as seconds after another origin. Numbers are interpreted as seconds since 1970.
    ///
    /// An axis with an origin converts its date columns with this method. Whole numbers in a file stay in place and are
    /// subtracted as integers, so that the result is rounded only once. Doubles keep their precision.
    /// - Precondition: the kind is not `category`.
    public func after(_ other: Int) -> Column {
        guard other != origin else { return self }
        if let storage = storage(after: other) {
            return Column(kind: .date, count: count, storage: storage, origin: other)
        }
        let shift = Double(origin - other)
        return Column(seconds: withView { values in values.indices.map { values[$0] + shift } }, after: other)
    }

    private func storage(after other: Int) -> Storage? {
        guard kind == .date else { return nil }
        switch storage {
        case .mapped(let file, let offset, .numPy(let element, let isBigEndian, let stride)):
            return element.after(other).map {
                .mapped(file, offset: offset, .numPy($0, isBigEndian: isBigEndian, stride: stride))
            }
        case .held(let bytes, let offset, .numPy(let element, let isBigEndian, let stride)):
            return element.after(other).map {
                .held(bytes, offset: offset, .numPy($0, isBigEndian: isBigEndian, stride: stride))
            }
        case .counts(let counts, let element): return element.after(other).map { .counts(counts, $0) }
        case .foreign(let values):
            return values.element?.after(other).flatMap { values.reinterpreted(as: $0) }.map { .foreign($0) }
        case .pieces(let pieces): return pieces.reinterpreted { $0.after(other) }.map { .pieces($0) }
        default: return nil
        }
    }

    /// Whether a date is known not to be a whole millisecond. Only dates stored as whole numbers are checked.
    ///
    /// - Complexity: O(`count`), if all dates are whole milliseconds.
    package var isFinerThanMilliseconds: Bool {
        switch storage {
        case .mapped(_, _, .numPy(let element, _, _)), .held(_, _, .numPy(let element, _, _)), .counts(_, let element):
            guard let test = element.millisecondTest else { return false }
            return withView { $0.hasCount { !test.isWhole($0) } }
        case .foreign(let values):
            guard let test = values.element?.millisecondTest else { return false }
            return withView { $0.hasCount { !test.isWhole($0) } }
        case .pieces(let pieces):
            guard let test = pieces.pieces[0].element?.millisecondTest else { return false }
            return withView { $0.hasCount { !test.isWhole($0) } }
        default: return false
        }
    }
}

extension NumPyElement {
    /// The element relative to an origin. `nil`: the difference cannot be computed exactly.
    fileprivate func after(_ origin: Int) -> NumPyElement? {
        switch self {
        case .dates(let unit, let perSecond):
            guard let unit = Int64(exactly: unit), let perSecond = Int64(exactly: perSecond) else { return nil }
            return Self.dates(unit, perSecond, after: origin)
        case .datesAfter(_, let unit, let perSecond): return Self.dates(unit, perSecond, after: origin)
        default: return nil
        }
    }

    private static func dates(_ unit: Int64, _ perSecond: Int64, after origin: Int) -> NumPyElement? {
        guard origin != 0 else { return .dates(unit: Double(unit), perSecond: Double(perSecond)) }
        guard !Int64(origin).multipliedReportingOverflow(by: perSecond).overflow else { return nil }
        return .datesAfter(origin: Int64(origin), unit: unit, perSecond: perSecond)
    }

    /// `nil`: all values are whole milliseconds, or the element does not have whole counts of time.
    fileprivate var millisecondTest: MillisecondTest? {
        switch self {
        case .dates(let unit, let perSecond):
            Int64(exactly: unit).flatMap { unit in
                Int64(exactly: perSecond).flatMap { MillisecondTest(unit: unit, perSecond: $0) }
            }
        case .datesAfter(_, let unit, let perSecond): MillisecondTest(unit: unit, perSecond: perSecond)
        default: nil
        }
    }
}

/// Tests whether counts of time are whole milliseconds.
struct MillisecondTest: Sendable {
    /// The smallest number of counts that is a whole number of milliseconds is `odd` · 2^`shift`.
    private let shift: Int
    /// Inverse of `odd` modulo 2⁶⁴.
    private let inverse: UInt64
    private let limit: UInt64

    /// `nil`: each count is a whole millisecond.
    init?(unit: Int64, perSecond: Int64) {
        let parts = perSecond / 1_000
        guard parts > 1 else { return nil }
        var (a, b) = (unit, parts)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = UInt64(parts / a)
        guard divisor > 1 else { return nil }
        shift = divisor.trailingZeroBitCount
        let odd = divisor >> UInt64(shift)
        // Each Newton iteration doubles the number of correct bits. An odd number is its own inverse in three bits.
        var inverse = odd
        for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
        self.inverse = inverse
        limit = .max / divisor
    }

    /// - Source: Warren, Hacker's Delight, 2nd ed., §10–17. A multiple of an odd divisor, times the inverse, is the
    ///   quotient; rotation removes the bits of the power of two. It costs a tenth of a division.
    @inline(__always)
    func isWhole(_ count: Int64) -> Bool {
        // A gap has no fraction.
        guard count != .min else { return true }
        let product = count.magnitude &* inverse
        return (product >> UInt64(shift) | product << UInt64((64 - shift) & 63)) <= limit
    }
}
