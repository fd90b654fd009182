import VitrailChart

/// How the rows of a series are reduced.
enum PartialKind: Sendable, Equatable {
    /// The data are in the description, so every process has them.
    case local
    case density
    case line
    /// Rows with equal independent values become one.
    case groups

    /// Whether the reduction depends on the position of the plot area.
    var needsLayout: Bool { self == .density || self == .line }
}

extension ChartDescription {
    /// How each series is reduced.
    ///
    /// - Throws: `DescriptionError` that names the property that cannot be reduced.
    func partialKinds() throws(DescriptionError) -> [PartialKind] {
        guard frames == nil else {
            throw DescriptionError(path: "frames", message: "pictures of partial results do not move")
        }
        guard crosshair == nil else {
            throw DescriptionError(
                path: "crosshair", message: "partial results do not contain the sample that it would point at")
        }
        var kinds: [PartialKind] = []
        for (k, series) in series.enumerated() { kinds.append(try partialKind(of: series, "series[\(k)]")) }
        guard !kinds.contains(.line) || !endLabels else {
            throw DescriptionError(
                path: "endLabels", message: "partial results do not contain the ends of lines; a legend names them")
        }
        return kinds
    }

    private func partialKind(of series: SeriesDescription, _ path: String) throws(DescriptionError) -> PartialKind {
        if tables[series.data] == nil { return .local }
        func refuse(_ key: String, _ reason: String) -> DescriptionError {
            DescriptionError(path: key.isEmpty ? path : "\(path).\(key)", message: reason)
        }
        if series.by != nil {
            throw refuse("by", "partial results of one series are not split; make a series of each part")
        }
        if series.sorted {
            throw refuse(
                "sorted", "partial results are not sorted; sort the rows before they are split, and leave it out")
        }
        if !series.textures.isEmpty { throw refuse("", "points with pictures cannot be made of partial results") }
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        guard series.columns[independent] != nil || !series.kind.isCartesian else {
            throw refuse(independent.rawValue, "name a column: rows of partitions are numbered each by itself")
        }
        if series.combination != nil {
            guard series.columns[.label] == nil else {
                throw refuse(
                    "style.dataPointLabelStyle.labels",
                    "texts of rows are not kept in partial results; labels of values are")
            }
            return .groups
        }
        guard let reduction = series.kind.described.reduction else {
            throw refuse(
                "",
                "a \(series.kind.rawValue) series cannot be made of partial results; density, line and stepLine can, and any kind with an \"aggregation\""
            )
        }
        if reduction == .line { try checkLine(series, refuse) }
        for direction in [Axis.Direction.x, .y] {
            guard let kind = axis(direction, of: series)?.kind else { continue }
            if kind.isCategory {
                throw refuse(
                    "",
                    "its \(direction.rawValue)-axis is a category axis; a \(series.kind.rawValue) series on it cannot be made of partial results"
                )
            }
            if kind.isDiscontinuous, reduction == .line {
                throw refuse(
                    "", "its \(direction.rawValue)-axis has exclusions; lines on it cannot be made of partial results")
            }
        }
        return reduction == .line ? .line : .density
    }

    private func checkLine(
        _ series: SeriesDescription, _ refuse: (String, String) -> DescriptionError
    ) throws(DescriptionError) {
        if drawsEverySample {
            let path = decimation == .none ? "decimation" : "strategy"
            throw DescriptionError(path: path, message: "partial results keep only the samples that are seen")
        }
        if series.stackIndex != nil { throw refuse("stackIndex", "stacked lines cannot be made of partial results") }
        if series.connectGaps != .none { throw refuse("connectGaps", "gaps of partial results are not joined") }
        if series.curve != .straight {
            throw refuse("curve", "a curve goes through all samples, and partial results keep only some; leave it out")
        }
        if case .series = series.fillTo {
            throw refuse("fillTo", "partial results of lines are not filled to one another; leave it out")
        }
        if series.steps != .after {
            throw refuse(
                "steps", "partial results keep the samples of lines whose values hold until the next one; leave it out")
        }
        if series.breakAt != nil {
            throw refuse("breakAt", "partial results keep only some samples, which are farther apart")
        }
        if !series.selectedPoints.isEmpty { throw refuse("selectedPoints", "partial results keep only some points") }
        if series.columns[.label] != nil {
            throw refuse("style.dataPointLabelStyle", "partial results keep only some points")
        }
        for style in [series.style, series.selectedStyle] {
            guard case .line(let style) = style ?? series.style else { continue }
            if style.pointStyle.showPoints == true {
                throw refuse(
                    "style.pointStyle",
                    "partial results keep only some points; a line without symbols can be made of them")
            }
            if style.dataPointLabelStyle.showLabels == true {
                throw refuse("style.dataPointLabelStyle", "partial results keep only some points")
            }
        }
    }

    /// Whether the series can be reduced without extents: the range of each axis is set, or no series depends on the
    /// plot area's position.
    func needsNoExtents(_ kinds: [PartialKind]) -> Bool {
        !kinds.contains(where: \.needsLayout)
            || zip(series, kinds).allSatisfy { series, kind in
                // Category numbers depend on all partitions.
                kind == .local
                    || !(kind == .density && series.aggregation == .category)
                        && axis(.x, of: series)?.defaultRange != nil && axis(.y, of: series)?.defaultRange != nil
            }
    }
}
