/// Input that arrived while the pictures of a figure were drawn. It waits, so that all parts of a picture show the same
/// state.
struct WaitingInput {
    private var inputs: [Input] = []

    private enum Input {
        case event(LiveEvent, maxPixels: Int)
        case time(Double)
    }

    /// Maximum number of events that wait.
    private static let maxCount = 256

    var isEmpty: Bool { inputs.isEmpty }

    /// Only the last one of several states counts.
    ///
    /// - Returns: `false` if too much waits: the event is lost, and the client's gesture has to end.
    mutating func add(_ event: LiveEvent, maxPixels: Int) -> Bool {
        if case .restore = event { inputs.removeAll { if case .event(.restore, _) = $0 { true } else { false } } }
        guard inputs.count < Self.maxCount else { return false }
        inputs.append(.event(event, maxPixels: maxPixels))
        return true
    }

    mutating func add(seconds: Double) {
        if case .time(let before)? = inputs.last {
            inputs[inputs.count - 1] = .time(before + seconds)
        } else {
            inputs.append(.time(seconds))
        }
    }

    mutating func removeGestures() {
        inputs.removeAll { if case .event(let event, _) = $0 { event.isOfPointer } else { false } }
    }

    /// Removes all input.
    ///
    /// - Returns: a function that passes it to a figure, in the order of its arrival.
    mutating func take() -> (any LiveFigure) -> Void {
        let taken = inputs
        inputs = []
        return { figure in
            for input in taken {
                switch input {
                case .event(let event, let maxPixels): figure.handle(event, maxPixels: maxPixels)
                case .time(let seconds): _ = figure.advance(by: seconds)
                }
            }
        }
    }
}

extension LiveEvent {
    /// Whether the event is part of a gesture.
    fileprivate var isOfPointer: Bool {
        switch self {
        case .pointerDown, .pointerMove, .pointerUp: true
        default: false
        }
    }
}
