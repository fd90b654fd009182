import VitrailScene

/// A group of properties that a description, a host or a theme may set; nil = not set. Nested groups are never nil.
///
/// One table per type drives filling from a theme, decoding from JSON and the test that compares it with the published schema,
/// so the three cannot drift apart.
public protocol StyleObject: Sendable, Equatable {
    /// Every property, in the order of the declaration.
    static var properties: [StyleProperty<Self>] { get }
    /// Nothing set.
    init()
}

extension StyleObject {
    /// This style with what is unset taken from `theme`; nested styles are filled property by property.
    public func filled(from theme: Self) -> Self {
        // Most of a chart's styles: comparing costs a hundredth of going through the table.
        if self == Self() { return theme }
        var style = self
        for property in Self.properties { property.fill(&style, theme) }
        return style
    }
}

/// A row of the table: a name and what can be done with the property.
public struct StyleProperty<Style>: Sendable {
    public let name: String
    /// Whether descriptions have it; a picture or a closure is set by hosts only.
    let isDescribed: Bool
    let fill: @Sendable (inout Style, Style) -> Void
    /// Sets the property when the description does.
    let read: @Sendable (inout Style, inout DescriptionObject) throws(DescriptionError) -> Void

    /// A value that is taken as a whole.
    init<Value: DescriptionValue>(_ name: String, _ path: WritableKeyPath<Style, Value?> & Sendable) {
        self.init(name, path) { node throws(DescriptionError) in try Value.read(node) }
    }

    /// A number that a description may only set within `range`.
    init(
        _ name: String, _ path: WritableKeyPath<Style, Double?> & Sendable, in range: ClosedRange<Double>
    ) {
        self.init(name, path) { node throws(DescriptionError) in try node.number(in: range) }
    }

    /// A value with a reader of its own.
    ///
    /// - Parameter then: changes what follows from it, where a description sets it.
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

    /// A picture. A description names its file; the style cannot hold that, so that it is only checked here: `SeriesDescription.textures`.
    init(picture name: String, _ path: WritableKeyPath<Style, PixelImage?> & Sendable) {
        self.name = name
        isDescribed = true
        fill = { style, theme in
            if style[keyPath: path] == nil { style[keyPath: path] = theme[keyPath: path] }
        }
        read = { _, object throws(DescriptionError) in
            if let node = object.optional(name) { _ = try node.path() }
        }
    }

    /// A nested style: it exists from the start, so that hosts can set single properties of it.
    init<Value: StyleObject>(_ name: String, _ path: WritableKeyPath<Style, Value> & Sendable) {
        self.name = name
        isDescribed = true
        fill = { style, theme in style[keyPath: path] = style[keyPath: path].filled(from: theme[keyPath: path]) }
        read = { style, object throws(DescriptionError) in
            if let node = object.optional(name) { style[keyPath: path] = try Value.read(node) }
        }
    }

    /// A font: a value that hosts set as a whole; what one leaves open comes from the theme all the same.
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
