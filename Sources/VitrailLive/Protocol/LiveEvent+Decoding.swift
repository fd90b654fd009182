import Foundation

extension LiveEvent {
    /// Maximum size of a message of a client, in bytes.
    package static let maxBytes = 64 << 10
    /// Maximum side of a canvas, in points.
    static let maxSide = 8_192.0
    /// Device pixels per point of a canvas.
    static let pixelRatios = 0.25...8.0
    /// Maximum number of pointers that are down.
    static let maxTouches = 16

    /// Reads a message of a client. Unknown keys are ignored, because later versions of the vocabulary add some.
    ///
    /// - Parameter json: a JSON object with `event_type`.
    /// - Throws: `LiveEventError` with the path of the wrong value.
    package init(json: [UInt8]) throws(LiveEventError) {
        guard json.count <= Self.maxBytes else {
            throw LiveEventError("", "a message has at most \(Self.maxBytes) bytes, not \(json.count)")
        }
        let wire: WireEvent
        do {
            wire = try JSONDecoder().decode(WireEvent.self, from: Data(json))
        } catch let error as DecodingError {
            throw LiveEventError(error)
        } catch {
            throw LiveEventError("", "the message is not JSON")
        }
        try self.init(wire)
    }

    private init(_ wire: WireEvent) throws(LiveEventError) {
        switch wire.event_type {
        case "resize":
            self = .resize(
                width: try wire.number("width", wire.width, in: 1...Self.maxSide),
                height: try wire.number("height", wire.height, in: 1...Self.maxSide),
                pixelRatio: try wire.pixel_ratio.map { ratio throws(LiveEventError) in
                    try wire.number("pixel_ratio", ratio, in: Self.pixelRatios)
                } ?? 1)
        case "pointer_down": self = .pointerDown(try wire.pointer())
        case "pointer_move": self = .pointerMove(try wire.pointer())
        case "pointer_up": self = .pointerUp(try wire.pointer())
        case "pointer_enter": self = .pointerEnter
        case "pointer_leave": self = .pointerLeave
        case "double_click": self = .doubleClick(try wire.pointer())
        case "wheel":
            self = .wheel(
                WheelEvent(
                    x: try wire.position("x", wire.x), y: try wire.position("y", wire.y),
                    dx: try wire.delta("dx", wire.dx), dy: try wire.delta("dy", wire.dy),
                    modifiers: wire.knownModifiers))
        case "key_down": self = .keyDown(try wire.keyEvent())
        case "key_up": self = .keyUp(try wire.keyEvent())
        case "frame_feedback":
            guard let index = wire.index else { throw LiveEventError("index", "the frame's number is missing") }
            self = .frameFeedback(index: index)
        case "preferences":
            guard let reduced = wire.reduced_motion else {
                throw LiveEventError("reduced_motion", "true or false is missing")
            }
            self = .preferences(reducedMotion: reduced)
        case "restore":
            guard let state = wire.state else { throw LiveEventError("state", "the state is missing") }
            self = .restore(state)
        case "close": self = .close
        default:
            throw LiveEventError("event_type", "there is no event \"\(Self.clean(wire.event_type))\"")
        }
    }

    /// The beginning of a text from a stranger, without control characters.
    private static func clean(_ text: String) -> String {
        String(text.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}

/// A message with the keys of all events.
private struct WireEvent: Decodable {
    // The names of the keys.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var event_type: String
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var width: Double?
    var height: Double?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var pixel_ratio: Double?
    var button: Int?
    var modifiers: [String]?
    var touches: [String: WireTouch]?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var time_stamp: Double?
    var key: String?
    var index: Int?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var reduced_motion: Bool?
    var state: FigureState?

    struct WireTouch: Decodable {
        var x: Double
        var y: Double
    }

    var knownModifiers: Set<Modifier> { Set((modifiers ?? []).compactMap(Modifier.init)) }

    func number(_ path: String, _ value: Double?, in range: ClosedRange<Double>) throws(LiveEventError) -> Double {
        guard let value else { throw LiveEventError(path, "a number is missing") }
        guard range.contains(value) else {
            throw LiveEventError(path, "a number from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    /// A pointer that was pressed on the canvas may move outside of it.
    func position(_ path: String, _ value: Double?) throws(LiveEventError) -> Double {
        try number(path, value, in: -1e6...1e6)
    }

    func delta(_ path: String, _ value: Double?) throws(LiveEventError) -> Double {
        try number(path, value ?? 0, in: -1e6...1e6)
    }

    func pointer() throws(LiveEventError) -> PointerEvent {
        PointerEvent(
            x: try position("x", x), y: try position("y", y), button: button ?? 0, modifiers: knownModifiers,
            touches: try pressed(), time: time_stamp)
    }

    private func pressed() throws(LiveEventError) -> [PointerEvent.Touch] {
        guard let touches, !touches.isEmpty else { return [] }
        guard touches.count <= LiveEvent.maxTouches else {
            throw LiveEventError("touches", "at most \(LiveEvent.maxTouches) pointers, not \(touches.count)")
        }
        var pressed: [PointerEvent.Touch] = []
        for (name, touch) in touches {
            guard let id = Int(name) else {
                throw LiveEventError("touches.\(name.prefix(20))", "not a pointer's number")
            }
            pressed.append(
                PointerEvent.Touch(
                    id: id, x: try position("touches.\(id).x", touch.x), y: try position("touches.\(id).y", touch.y)))
        }
        return pressed.sorted { $0.id < $1.id }
    }

    func keyEvent() throws(LiveEventError) -> KeyEvent {
        guard let key, !key.isEmpty else { throw LiveEventError("key", "the name of a key is missing") }
        guard key.utf8.count <= 64 else { throw LiveEventError("key", "longer than any key's name") }
        return KeyEvent(key: key, modifiers: knownModifiers)
    }
}

extension LiveEventError {
    fileprivate init(_ error: DecodingError) {
        func path(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map(String.init) ?? String($0.stringValue.prefix(40)) }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): self.init(path(context.codingPath + [key]), "the value is missing")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(path(context.codingPath), "not \(Self.name(of: type))")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(path(context.codingPath), "a value that cannot be read")
        default: self.init("", "the message is not a JSON object")
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}
