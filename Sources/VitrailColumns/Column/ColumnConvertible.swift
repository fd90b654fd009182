public import struct Foundation.Date

/// Values that a series can read as a column: an array, a slice or a range of numbers, dates or texts, or a `Column`.
///
/// ```swift
/// LineSeries(x: dates, y: [3, 1, nil, 4])
/// ```
public protocol ColumnConvertible {
    /// The values as a column. An array of `Double` or `Float` is not copied.
    func asColumn() -> Column
}

/// A type whose values fill a column: floating-point numbers, integers, dates and texts, and optionals of them.
///
/// - A `nil`, and a number or date that is not finite, is a gap.
/// - Numbers become `Double`s, dates seconds since 1970. An integer beyond ±2⁵³ is rounded to the nearest `Double`.
/// - Texts become categories.
///
/// A program's own type conforms with both functions, for example an enumeration with texts:
///
/// ```swift
/// extension Weekday: ColumnElement {
///     static func makeColumn(_ values: [Weekday]) -> Column { Column(values.map(\.rawValue)) }
///     static func makeColumn(withGaps values: [Weekday?]) -> Column { Column(values.map { $0?.rawValue }) }
/// }
/// ```
public protocol ColumnElement {
    static func makeColumn(_ values: [Self]) -> Column
    /// `nil` is a gap.
    static func makeColumn(withGaps values: [Self?]) -> Column
}

extension Column {
    /// Numbers. An integer beyond ±2⁵³ is rounded to the nearest `Double`.
    public init(_ values: [Int]) { self = Int.makeColumn(values) }

    /// Numbers, dates or texts; `nil` is a gap.
    @_disfavoredOverload
    public init<Values: Sequence>(_ values: Values) where Values.Element: ColumnElement {
        self = Values.Element.makeColumn(Array(values))
    }
}

// MARK: - Elements

extension Double: ColumnElement {
    public static func makeColumn(_ values: [Double]) -> Column { Column(values) }
    public static func makeColumn(withGaps values: [Double?]) -> Column { Column(values.map { $0 ?? .nan }) }
}

extension Float: ColumnElement {
    public static func makeColumn(_ values: [Float]) -> Column { Column(values) }
    public static func makeColumn(withGaps values: [Float?]) -> Column { Column(values.map { $0 ?? .nan }) }
}

extension ColumnElement where Self: BinaryInteger {
    public static func makeColumn(_ values: [Self]) -> Column {
        let numbers: [Double] = values.map { Double($0) }
        return Column(numbers)
    }

    public static func makeColumn(withGaps values: [Self?]) -> Column {
        let numbers: [Double] = values.map { $0.map { Double($0) } ?? .nan }
        return Column(numbers)
    }
}

extension Int: ColumnElement {}
extension Int8: ColumnElement {}
extension Int16: ColumnElement {}
extension Int32: ColumnElement {}
extension Int64: ColumnElement {}
extension UInt: ColumnElement {}
extension UInt8: ColumnElement {}
extension UInt16: ColumnElement {}
extension UInt32: ColumnElement {}
extension UInt64: ColumnElement {}

extension Date: ColumnElement {
    public static func makeColumn(_ values: [Date]) -> Column {
        Column(secondsSince1970: values.map(\.timeIntervalSince1970))
    }

    public static func makeColumn(withGaps values: [Date?]) -> Column {
        Column(secondsSince1970: values.map { $0?.timeIntervalSince1970 ?? .nan })
    }
}

extension ColumnElement where Self: StringProtocol {
    public static func makeColumn(_ values: [Self]) -> Column {
        let texts: [String?] = values.map { String($0) }
        return Column(texts)
    }

    public static func makeColumn(withGaps values: [Self?]) -> Column {
        let texts: [String?] = values.map { $0.map { String($0) } }
        return Column(texts)
    }
}

extension String: ColumnElement {}
extension Substring: ColumnElement {}

extension Optional: ColumnElement where Wrapped: ColumnElement {
    public static func makeColumn(_ values: [Wrapped?]) -> Column { Wrapped.makeColumn(withGaps: values) }
    public static func makeColumn(withGaps values: [Wrapped??]) -> Column {
        Wrapped.makeColumn(withGaps: values.map { $0.flatMap(\.self) })
    }
}

// MARK: - Sources

extension Column: ColumnConvertible {
    public func asColumn() -> Column { self }
}

extension ColumnConvertible where Self: Sequence, Element: ColumnElement {
    public func asColumn() -> Column { Element.makeColumn(Array(self)) }
}

extension Array: ColumnConvertible where Element: ColumnElement {
    public func asColumn() -> Column { Element.makeColumn(self) }
}

extension ArraySlice: ColumnConvertible where Element: ColumnElement {}
extension ContiguousArray: ColumnConvertible where Element: ColumnElement {}
extension Range: ColumnConvertible where Bound: ColumnElement, Bound: Strideable, Bound.Stride: SignedInteger {}
extension ClosedRange: ColumnConvertible where Bound: ColumnElement, Bound: Strideable, Bound.Stride: SignedInteger {}
extension StrideTo: ColumnConvertible where Element: ColumnElement {}
extension StrideThrough: ColumnConvertible where Element: ColumnElement {}
