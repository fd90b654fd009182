import VitrailScene

/// A group of properties that a description, a host or a theme may set; `nil`: not set. Nested groups are never `nil`.
///
/// One table per type drives the merge with a theme, the decoding of texts, and the test that compares the properties
/// with the published schema. The three therefore cannot diverge.
public protocol StyleObject: Sendable, Equatable {
    /// All properties, in the order of their declaration.
    static var properties: [StyleProperty<Self>] { get }
    /// Creates a style with no property set.
    init()
}

extension StyleObject {
    /// This style with unset properties taken from `theme`. Nested styles are merged property by property.
    public func filled(from theme: Self) -> Self {
        // Most styles of a chart are unset. This comparison costs a hundredth of a walk through the table.
        if self == Self() { return theme }
        var style = self
        for property in Self.properties { property.fill(&style, theme) }
        return style
    }
}

/// Reads the properties of a style from a text. The module that knows the text's format implements it.
///
/// A reader keeps the first error and returns `nil` for the value.
package protocol StyleReader: AnyObject {
    /// The value of a property; `nil` if the text does not set it.
    func value<Value: Sendable>(_ name: String, _ form: StyleForm) -> Value?
    /// The nested style of a property; `nil` if the text does not set it.
    func style<Value: StyleObject>(_ name: String) -> Value?
}

/// Form of a property's value in a text, besides the type of the value.
package enum StyleForm: Sendable, Equatable {
    /// Any value of the type.
    case any
    /// A number, or a list of numbers, within the range.
    case number(ClosedRange<Double>)
    case wholeNumber(ClosedRange<Int>)
    /// One value per row of the data, repeated cyclically; numbers are within the range.
    case rows(ClosedRange<Double>?)
    /// 1 to 16 alternating lengths of dashes and gaps. `solid`: The list may also be empty, for a solid line.
    case dashes(solid: Bool)
    /// Two percentiles, the first below the second.
    case percentiles
    /// The pattern of a number format.
    case numberPattern
    /// The file name of an image. A style cannot hold it, so a reader only checks it and returns `nil`.
    case picture
}

/// One entry of the property table: the property's name and its operations.
public struct StyleProperty<Style>: Sendable {
    public let name: String
    let fill: @Sendable (inout Style, Style) -> Void
    /// Sets the property if the text does.
    package let read: @Sendable (inout Style, any StyleReader) -> Void

    /// A value that is replaced as a whole.
    ///
    /// - Parameter then: Sets the properties that depend on this one, if a text sets it.
    init<Value: Sendable>(
        _ name: String, _ path: WritableKeyPath<Style, Value?> & Sendable, _ form: StyleForm = .any,
        then: @escaping @Sendable (inout Style) -> Void = { _ in }
    ) {
        self.name = name
        fill = { style, theme in
            if style[keyPath: path] == nil { style[keyPath: path] = theme[keyPath: path] }
        }
        read = { style, reader in
            guard let value: Value = reader.value(name, form) else { return }
            style[keyPath: path] = value
            then(&style)
        }
    }

    /// A number that a text may only set within `range`.
    init(_ name: String, _ path: WritableKeyPath<Style, Double?> & Sendable, in range: ClosedRange<Double>) {
        self.init(name, path, .number(range))
    }

    /// One value per row of the data, repeated cyclically.
    init<Value: Sendable>(rows name: String, _ path: WritableKeyPath<Style, [Value]?> & Sendable) {
        self.init(name, path, .rows(nil))
    }

    /// One number per row of the data, each within `range`.
    init(rows name: String, _ path: WritableKeyPath<Style, [Double]?> & Sendable, in range: ClosedRange<Double>) {
        self.init(name, path, .rows(range))
    }

    /// Alternating lengths of dashes and gaps. A text may use an empty list for a solid line.
    init(dashes name: String, _ path: WritableKeyPath<Style, [Double]?> & Sendable) {
        self.init(name, path, .dashes(solid: true))
    }

    /// An image. A description gives its file name; `SeriesDescription.textures` keeps it.
    init(picture name: String, _ path: WritableKeyPath<Style, PixelImage?> & Sendable) {
        self.init(name, path, .picture)
    }

    /// A nested style. It always exists, so hosts can set single properties of it.
    init<Value: StyleObject>(_ name: String, _ path: WritableKeyPath<Style, Value> & Sendable) {
        self.name = name
        fill = { style, theme in style[keyPath: path] = style[keyPath: path].filled(from: theme[keyPath: path]) }
        read = { style, reader in
            if let value: Value = reader.style(name) { style[keyPath: path] = value }
        }
    }

    /// A font. Hosts set it as a whole, but its unset properties still come from the theme.
    init(_ name: String, _ path: WritableKeyPath<Style, FontStyle?> & Sendable) {
        self.name = name
        fill = { style, theme in
            guard let rest = theme[keyPath: path] else { return }
            style[keyPath: path] = style[keyPath: path]?.filled(from: rest) ?? rest
        }
        read = { style, reader in
            if let value: FontStyle = reader.style(name) { style[keyPath: path] = value }
        }
    }
}
