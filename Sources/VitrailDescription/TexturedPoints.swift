import VitrailScene

/// Points of a series that can be shown as pictures; the raw value is the JSON path of their style.
public enum TexturedPoints: String, Sendable, Hashable, CaseIterable {
    case normal = "style.pointStyle"
    case selected = "style.selectedPointStyle"
    case ofSelectedSeries = "selectedStyle.pointStyle"
    case selectedOfSelectedSeries = "selectedStyle.selectedPointStyle"

    private var isOfSelectedSeries: Bool { self == .ofSelectedSeries || self == .selectedOfSelectedSeries }
    private var isSelected: Bool { self == .selected || self == .selectedOfSelectedSeries }

    /// Picture paths in the styles of a series. The styles must have been read before, so that each `texture` is a
    /// path.
    static func paths(in series: DescriptionNode) throws(DescriptionError) -> [TexturedPoints: String] {
        var paths: [TexturedPoints: String] = [:]
        for points in allCases {
            let style = series.member(points.isOfSelectedSeries ? "selectedStyle" : "style")
            let node = style?.member(points.isSelected ? "selectedPointStyle" : "pointStyle")?.member("texture")
            if let node { paths[points] = try node.filePath() }
        }
        return paths
    }

    /// Stores a picture in the style of these points.
    func set(_ picture: PixelImage, in series: inout SeriesDescription) {
        if isOfSelectedSeries {
            series.selectedStyle?.set(picture, isSelected: isSelected)
        } else {
            series.style.set(picture, isSelected: isSelected)
        }
    }
}

extension SeriesDescription.Style {
    fileprivate mutating func set(_ picture: PixelImage, isSelected: Bool) {
        kind.described.changePoints(of: &self, areSelected: isSelected) { $0.texture = picture }
    }
}
