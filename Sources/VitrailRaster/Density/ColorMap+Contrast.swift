package import VitrailScene

/// Maps with colours that are all visible on a background.
extension ColorMap {
    /// The part of the map from the point on where colours have a contrast with all backgrounds, in even steps; the
    /// whole map if none has.
    ///
    /// - Parameters:
    ///   - first: the earliest beginning, 0…1.
    ///   - contrast: the minimum, 1…21 (WCAG 2.2).
    package func beginning(at first: Double = 0, contrast: Double, with backgrounds: [Color]) -> ColorMap {
        let positions = (0...Self.steps).map { Double($0) / Double(Self.steps) }
        func isSeen(_ position: Double) -> Bool {
            let color = color(at: position)
            return backgrounds.allSatisfy { color.contrast(with: $0) >= contrast }
        }
        // Begin behind the last colour that is not visible: a map may resemble the background only in its middle.
        let hidden = positions.last { !isSeen($0) } ?? -1
        let start = max(first, hidden < 1 ? hidden + (hidden < 0 ? 1 : 1 / Double(Self.steps)) : 0)
        guard start > 0 else { return self }
        return ColorMap(positions.map { color(at: start + (1 - start) * $0) })
    }

    /// The map without the colours at its ends that lack contrast with a background; the whole map if all of them do.
    /// Its middle stays, such as the pale middle of a diverging map.
    package func trimmed(contrast: Double, with backgrounds: [Color]) -> ColorMap {
        let positions = (0...Self.steps).map { Double($0) / Double(Self.steps) }
        func isSeen(_ position: Double) -> Bool {
            let color = color(at: position)
            return backgrounds.allSatisfy { color.contrast(with: $0) >= contrast }
        }
        guard let first = positions.first(where: isSeen), let last = positions.last(where: isSeen),
            first > 0 || last < 1, first < last
        else { return self }
        return ColorMap(positions.map { color(at: first + (last - first) * $0) })
    }

    private static let steps = 255
}

extension Color {
    /// The minimum opacity at which the colour has a contrast with all backgrounds; 1 if there is none.
    package func opacity(contrast: Double, with backgrounds: [Color]) -> Double {
        let shares = stride(from: 0.05, to: 1, by: 0.05)
        return shares.first { share in
            backgrounds.allSatisfy { over($0, share: share).contrast(with: $0) >= contrast }
        } ?? 1
    }

    /// Composited over an opaque colour.
    private func over(_ background: Color, share: Double) -> Color {
        func mixed(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Double(own) * share + Double(other) * (1 - share)).rounded())
        }
        return Color(
            red: mixed(red, background.red), green: mixed(green, background.green), blue: mixed(blue, background.blue))
    }
}
