import Vitrail

/// Settings that both charts of the tutorial share.
enum ChartConfigUtilities {
    // MARK: User interaction

    static func setInteraction(on chart: Chart, toEnabled enabled: Bool) {
        for axis in chart.allAxes {
            axis.enableGesturePanning = enabled
            axis.enableGestureZooming = enabled
            axis.enableMomentumPanning = enabled
            axis.enableMomentumZooming = enabled
        }
    }

    // MARK: Axis markings

    static func removeAllAxisMarkings(from chart: Chart) {
        for axis in chart.allAxes {
            removeLinesOnStripes(from: axis)
            removeMarkings(from: axis)
            removeTitle(from: axis)
        }
    }

    static func removeMarkings(from axis: Axis) {
        axis.style.lineWidth = 0
        axis.style.majorTickStyle.showLabels = false
        axis.style.majorTickStyle.showTicks = false
        axis.style.minorTickStyle.showLabels = false
        axis.style.minorTickStyle.showTicks = false
    }

    static func removeLinesOnStripes(from axis: Axis) {
        axis.style.majorGridLineStyle.showMajorGridLines = false
        axis.style.gridStripeStyle.showGridStripes = false
    }

    static func removeTitle(from axis: Axis) { axis.title = "" }
}

extension Color {
    /// A grey.
    ///
    /// - Parameters:
    ///   - white: 0: black, 1: white.
    ///   - alpha: 0 to 1.
    init(white: Double, alpha: Double = 1) {
        let level = UInt8((white * 255).rounded())
        self.init(red: level, green: level, blue: level, alpha: UInt8((alpha * 255).rounded()))
    }

    /// Colour of the window's ends, their handles and the tracking line.
    static let selectorLine = Color(white: 0.2)
    /// Colour of the areas beside the window.
    static let selectorShading = Color(white: 0.1, alpha: 0.3)
}
