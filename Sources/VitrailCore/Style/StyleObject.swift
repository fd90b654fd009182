import VitrailScene

/// A group of properties that a description, a host or a theme may set; `nil`: not set. Nested groups are never `nil`.
///
/// One table per type drives the merge with a theme, the decoding from JSON, and the test that compares the properties
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

/// One entry of the property table: the property's name and its operations.
public struct StyleProperty<Style>: Sendable {
    public let name: String
    /// Whether descriptions can set the property. If false, only hosts set it.
    let isDescribed: Bool
    let fill: @Sendable (inout Style, Style) -> Void
    /// Sets the property if the description does.
    let read: @Sendable (inout Style, inout DescriptionObject) throws(DescriptionError) -> Void

    /// A value that is replaced as a whole.
    init<Value: DescriptionValue>(_ name: String, _ path: WritableKeyPath<Style, Value?> & Sendable) {
        self.init(name, path) { node throws(DescriptionError) in try Value.read(node) }
    }

    /// A number that a description may only set within `range`.
    init(
        _ name: String, _ path: WritableKeyPath<Style, Double?> & Sendable, in range: ClosedRange<Double>
    ) {
        self.init(name, path) { node throws(DescriptionError) in try node.number(in: range) }
    }

    /// One value per row of the data, repeated cyclically.
    init<Value: DescriptionValue>(rows name: String, _ path: WritableKeyPath<Style, [Value]?> & Sendable) {
        self.init(name, path) { node throws(DescriptionError) in try StyleRows.read(node, Value.read) }
    }

    /// One number per row of the data, each within `range`.
    init(rows name: String, _ path: WritableKeyPath<Style, [Double]?> & Sendable, in range: ClosedRange<Double>) {
        self.init(name, path) { node throws(DescriptionError) in
            try StyleRows.read(node) { node throws(DescriptionError) in try node.number(in: range) }
        }
    }

    /// A value with its own reader.
    ///
    /// - Parameter then: Sets the properties that depend on this one, if a description sets it.
    init<Value>(
        _ name: String, _ path: WritableKeyPath<Style, Value?> & Sendable,
        read: @escaping @Sendable (DescriptionNode) throws(DescriptionError) -> Value,
        then: @escaping @Sendable (inout Style) -> Void = { _ in }
    ) {
        self.name = name
        isDescribed = true
        fill = { style, theme in
            if style[keyPath: path] == nil { style[keyPath: path] = theme[keyPath: path] }
        }
        self.read = { style, object throws(DescriptionError) in
            guard let node = object.optional(name) else { return }
            style[keyPath: path] = try read(node)
            then(&style)
        }
    }

    /// An image. A description gives its file name, which the style cannot hold. Therefore `read` only checks the name;
    /// `SeriesDescription.textures` keeps it.
    init(picture name: String, _ path: WritableKeyPath<Style, PixelImage?> & Sendable) {
        self.name = name
        isDescribed = true
        fill = { style, theme in
            if style[keyPath: path] == nil { style[keyPath: path] = theme[keyPath: path] }
        }
        read = { _, object throws(DescriptionError) in
            if let node = object.optional(name) { _ = try node.filePath() }
        }
    }

    /// A nested style. It always exists, so hosts can set single properties of it.
    init<Value: StyleObject>(_ name: String, _ path: WritableKeyPath<Style, Value> & Sendable) {
        self.name = name
        isDescribed = true
        fill = { style, theme in style[keyPath: path] = style[keyPath: path].filled(from: theme[keyPath: path]) }
        read = { style, object throws(DescriptionError) in
            if let node = object.optional(name) { style[keyPath: path] = try Value.read(node) }
        }
    }

    /// A font. Hosts set it as a whole, but its unset properties still come from the theme.
    init(_ name: String, _ path: WritableKeyPath<Style, FontStyle?> & Sendable) {
        self.name = name
        isDescribed = true
        fill = { style, theme in
            guard let rest = theme[keyPath: path] else { return }
            style[keyPath: path] = style[keyPath: path]?.filled(from: rest) ?? rest
        }
        read = { style, object throws(DescriptionError) in
            if let node = object.optional(name) { style[keyPath: path] = try FontStyle.read(node) }
        }
    }
}
