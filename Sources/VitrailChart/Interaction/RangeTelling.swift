/// Selects the delegate callbacks for one step of a range.
enum RangeStep {
    /// A direct touch: both forms of the callbacks.
    case touch
    /// An eased change: both forms, the second with `movementIsMomentum`.
    case eased
    /// Movement after a gesture: the second form only, with `movementIsMomentum`.
    case deceleration
    /// A change that code made inside a callback: no callback.
    case silent
}

/// Whether a pan or zoom callback is running. Changes that it makes, on any chart, call no delegate.
enum RangeTelling {
    @TaskLocal static var isTelling = false

    static func tell(_ body: () -> Void) { $isTelling.withValue(true, operation: body) }
}

extension Chart {
    func tellStart(of gesture: RangeGesture) {
        guard let delegate else { return }
        RangeTelling.tell {
            switch gesture {
            case .pan: delegate.didStartPanning(self)
            case .zoom: delegate.didStartZooming(self)
            }
        }
    }

    func tell(of gesture: RangeGesture, _ step: RangeStep) {
        guard let delegate, step != .silent else { return }
        let movement = AxisMovement(movementIsMomentum: step != .touch)
        RangeTelling.tell {
            switch gesture {
            case .pan:
                if step != .deceleration { delegate.isPanning(self) }
                delegate.isPanning(self, movement)
            case .zoom:
                if step != .deceleration { delegate.isZooming(self) }
                delegate.isZooming(self, movement)
            }
        }
    }

    func tellEnd(of gesture: RangeGesture) {
        guard let delegate else { return }
        RangeTelling.tell {
            switch gesture {
            case .pan: delegate.didFinishPanning(self)
            case .zoom: delegate.didFinishZooming(self)
            }
        }
    }
}
