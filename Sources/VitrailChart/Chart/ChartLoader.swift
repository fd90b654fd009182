package import VitrailColumns
import VitrailScene

/// Reads a chart's data once and determines all domains before any point is mapped: steps L1 to L8.
package struct ChartLoader {
    let chart: Chart

    package init(chart: Chart) {
        self.chart = chart
    }

    /// Queries the data source, or takes the series that were added, and then sets the ranges of all axes. In the
    /// background mode, only starts the query on a thread.
    ///
    /// - Returns: whether the data are loaded.
    @discardableResult
    package func load() throws(ChartError) -> Bool {
        begin()
        guard !chart.beginInBackground() else { return false }
        try settle(asked())
        return true
    }

    /// Step L1.
    func begin() {
        chart.warnings = []
        for warning in chart.inputWarnings { chart.warn(warning) }
        for axis in chart.allAxes { axis.warnOfRejectedRange() }
        chart.isBeginningLoad = true
        chart.delegate?.willStartLoadingData(chart)
        chart.isBeginningLoad = false
    }

    /// Steps L7 and L8, with the current series.
    func settle(_ series: [Series]) throws(ChartError) {
        let isReload = chart.hasLoaded
        // Announced points are included in the data just read. Indexes of other points move accordingly.
        for kept in chart.series {
            guard let changes = chart.announced[kept.index], series.contains(where: { $0 === kept }) else { continue }
            (kept as? CartesianSeries)?.follow(
                pointsRemoved: changes.removed, crosshair: chart.crosshair, isReload: true)
            (kept as? PieSeries)?.follow(pointsRemoved: changes.removed)
        }
        chart.announced = [:]
        chart.series = series
        for pie in chart.pies { pie.forgetSpokes() }
        try map(showsDefaultRanges: chart.autoCalculateAxisRanges)
        if isReload { chart.crosshair.followReload() }
        chart.delegate?.didFinishLoadingData(chart)
    }

    /// Steps L2 to L6, on this thread.
    private func asked() throws(ChartError) -> [Series] {
        guard let source = chart.dataSource else {
            let admission = admitAdded()
            release(chart.series, except: admission.series)
            return admission.series
        }
        var query = SeriesQuery(source: source, sink: ChartSink(chart))
        do throws(ChartError) {
            try query.run()
        } catch {
            release(query.sink.admission.series, except: chart.series)
            throw error
        }
        return queried(query.sink.admission)
    }

    /// The series that a data source provided.
    func queried(_ admission: SeriesAdmission) -> [Series] {
        if !chart.added.isEmpty { chart.warn(.addedSeriesUnused(count: chart.added.count)) }
        release(chart.series, except: admission.series)
        return admission.series
    }

    private func admitAdded() -> SeriesAdmission {
        var admission = SeriesAdmission()
        for (index, series) in chart.added.enumerated() where admission.admit(series, at: index, to: chart) {
            series.numberOfDataPoints = series.columns.count
            series.isGathered = false
            (series as? CartesianSeries)?.pointOverrides = PointOverrides()
        }
        return admission
    }

    /// Detaches series that the chart does not show, so that another chart may show them.
    private func release(_ series: [Series], except shown: [Series]) {
        let kept = Set(shown.map { ObjectIdentifier($0) })
        for gone in series where gone.chart === chart && !kept.contains(ObjectIdentifier(gone)) {
            chart.animationTracker.end(gone, isComplete: false)
            gone.chart = nil
        }
    }

    /// Maps the columns that were read onto the current axes.
    ///
    /// - Parameter showsDefaultRanges: whether every axis shows its default range. If false, only axes without a range
    ///   do.
    func map(showsDefaultRanges: Bool) throws(ChartError) {
        chart.pending.remove(.mapping)
        do throws(ChartError) {
            try mapAll(showsDefaultRanges: showsDefaultRanges)
        } catch {
            chart.pending.insert(.mapping)
            throw error
        }
    }

    private func mapAll(showsDefaultRanges: Bool) throws(ChartError) {
        chart.hasLoaded = true
        for pie in chart.pies { try pie.load() }
        try checkLimit()
        guard !chart.isPie else { return }
        chart.completeAxes(for: chart.isRadial ? .radial : .cartesian)
        for axis in chart.allAxes { axis.prepareForLoad() }
        for series in chart.cartesian {
            series.loaded = try loaded(series)
            try checkLimit()
            series.loadedAxes = chart.axes(of: series)
            warn(ofWhatIsNotSeen: series)
        }
        try checkRoom()
        try settleRanges(showsDefaultRanges: showsDefaultRanges)
    }

    /// Stacks the mapped series and sets the ranges of all axes.
    func settleRanges(showsDefaultRanges: Bool) throws(ChartError) {
        stack()
        try checkLimit()
        for axis in chart.allAxes { try setRanges(of: axis, showsDefaultRange: showsDefaultRanges) }
        warn(ofOverlaps: chart.cartesian)
    }

    /// Stacks again if series were hidden, shown or moved to another stack. Ranges do not change.
    func restack() {
        if chart.stackKey != StackKey(chart.cartesian) { stack() }
    }

    private func stack() {
        chart.stackKey = StackKey(chart.cartesian)
        Stacks.build(chart.cartesian) { series in
            let isHorizontal = series.orientation == .horizontal
            guard let along = chart.ownAxis(series, isHorizontal ? .x : .y),
                let across = chart.ownAxis(series, isHorizontal ? .y : .x)
            else { return nil }
            return (along, across)
        }
    }

    /// - Parameter changes: changes since the series was last mapped, so that only new samples are read. nil: all
    ///   samples are read.
    func loaded(_ series: CartesianSeries, after changes: RowChanges? = nil) throws(ChartError) -> LoadedSeries {
        let isHorizontal = series.orientation == .horizontal
        let (alongAxis, acrossAxis) = (
            try chart.axis(series, isHorizontal ? .x : .y), try chart.axis(series, isHorizontal ? .y : .x)
        )
        var first: (field: PointField, count: Int)?
        func check(_ column: Column, _ field: PointField) throws(ChartError) {
            let known = first ?? (field, column.count)
            guard column.count == known.count else {
                throw .columnLengths(
                    path: series.jsonPath, first: known.field.name, known.count, second: field.name, column.count)
            }
            first = known
        }
        let independent = series.independentField
        let alongPosition = "\(series.jsonPath).\(independent.name)"
        if let own = series.columns[independent] { try check(own, independent) }
        var across: [Column] = []
        for value in series.values {
            let field = series.field(value)
            let path = "\(series.jsonPath).\(field.name)"
            guard let column = series.columns[field] else { throw .missingColumn(path: path) }
            let numbers =
                value.isOnAxis
                ? try acrossAxis.numbers(of: column, path) : try series.freeNumbers(of: column, value, path)
            try check(numbers, field)
            across.append(numbers)
        }
        let along = try alongAxis.numbers(
            of: series.columns[independent] ?? .indices(count: first?.count ?? 0), alongPosition)
        let before = changes.flatMap { changes in
            series.loaded.flatMap { $0.becomes(along.count, series.values, by: changes) ? $0 : nil }
        }
        func extent(_ column: Column, _ known: ColumnExtent?, _ pyramid: PyramidKind?) -> ColumnExtent {
            // A new min/max tree of another kind would draw other pixels.
            guard let changes, var known, known.pyramid == pyramid else {
                return ColumnExtent(column, pyramid: pyramid)
            }
            known.change(changes, to: column)
            return known
        }
        let alongExtent = extent(along, series.columns[independent] == nil ? nil : before?.alongExtent, nil)
        let pyramid =
            alongExtent.isAscending && series.searchesExtremes
            ? PyramidKind(of: along.count, among: searchedValues) : nil
        var loaded = LoadedSeries(
            count: along.count, along: along, values: series.values, across: across, alongExtent: alongExtent,
            acrossExtent: zip(series.values, across).enumerated().map { k, entry in
                // Categories are numbered again.
                let isOwn = series.columns[series.field(entry.0)]?.kind != .category
                return extent(entry.1, isOwn ? before?.acrossExtent[k] : nil, entry.0.isOnAxis ? pyramid : nil)
            })
        if alongExtent.hasGap {
            for k in across.indices { loaded.acrossExtent[k].narrow(across[k], toRowsOf: along) }
        }
        if let whole = series.whole { loaded.stand(for: whole) }
        // Indexes restart at 0 if the first rows were removed; categories are numbered again.
        func isKept(_ field: PointField) -> Bool {
            series.columns[field].map { $0.kind != .category } ?? (changes?.removed == 0)
        }
        if let before, let changes, series.values.map(series.field).allSatisfy(isKept) {
            loaded.quantiles = before.quantiles.changed(by: changes)
            loaded.runs = before.runs.changed(by: changes)
            if isKept(independent) { loaded.residents = before.residents.changed(by: changes) }
            if isKept(independent) { loaded.digests = before.digests.changed(by: changes) }
        }
        loaded = joined(loaded, series, along: alongAxis, across: acrossAxis)
        if series.mayReverse { loaded = loaded.reversedIfDescending() ?? loaded }
        return loaded
    }

    /// Number of values of all series whose extremes may be searched.
    private var searchedValues: Int {
        chart.cartesian.filter(\.searchesExtremes).reduce(0) {
            $0 + $1.columns.count * $1.values.count(where: \.isOnAxis)
        }
    }

    /// Checks the memory for unordered samples of all series. Estimates before the load look at only some of the
    /// samples.
    private func checkRoom() throws(ChartError) {
        guard let room = chart.unorderedMemoryBudget else { return }
        var (samples, needed) = (0, 0)
        for series in chart.cartesian {
            guard let loaded = series.loaded, series.joinsSamples, !loaded.alongExtent.isAscending else { continue }
            samples += loaded.count
            var facts = MarkFacts()
            (facts.samples, facts.isOrdered, facts.isForced) = (loaded.count, false, chart.drawsEverySample)
            facts.hasOneColor = (series as? LineSeries)?.isPlainLine(theme: chart.theme) == true
            for direction in [Axis.Direction.x, .y] where try chart.axis(series, direction).isDiscontinuous {
                facts.hasExclusions = true
            }
            let strategy = RenderStrategy.choose(.line, facts).strategy
            needed += PassData.bytes(ofUnordered: loaded.count, isCounted: strategy == .coverage)
            if needed > room {
                throw .tooMuchMemory(
                    path: "\(series.jsonPath).\(series.independentField.name)", samples: samples, needed: needed,
                    room: room)
            }
        }
    }

    // MARK: Ranges

    private func setRanges(of axis: Axis, showsDefaultRange: Bool) throws(ChartError) {
        var data: NumberRange?
        var visible: NumberRange?
        var step = Double.infinity
        var areWhole = axis.isNumeric
        var isDependent = true
        for series in chart.cartesian {
            guard let loaded = series.loaded else { continue }
            for direction in [Axis.Direction.x, .y] where try chart.axis(series, direction) === axis {
                let isAlong = (series.orientation == .horizontal) == (direction == .x)
                isDependent = isDependent && !isAlong
                warn(ofValuesBeyond: axis, of: series, loaded, isAlong: isAlong)
                var own = isAlong ? alongRange(series, loaded, axis) : acrossRange(series, loaded, axis)
                // Without this, discs at the first and the last item would overlap labels and the title.
                if chart.isDescribed, axis.isCategory, series.isOfSymbols {
                    own.visible = own.visible?.widened(low: 0.5, high: 0.5)
                }
                let beside = series.ownRange(on: direction).flatMap {
                    axis.maps($0.minimum) && axis.maps($0.maximum) ? $0 : nil
                }
                data = NumberRange.union(NumberRange.union(data, own.data), beside)
                areWhole = areWhole && holdsWholeNumbers(loaded, isAlong: isAlong)
                guard !series.hidden else { continue }
                visible = NumberRange.union(NumberRange.union(visible, own.visible), beside)
                if axis.isDate { step = min(step, isAlong ? sampleStep(of: loaded) : 0) }
            }
        }
        axis.dataRange = data
        visible = isDependent ? visible.map { startingAtZero($0, axis) } : visible
        axis.visibleRange = visible.flatMap { annotated($0, axis) } ?? visible
        // Ticks at 1 January 1970 would look like data.
        axis.isBlank = !chart.noDataText.isEmpty && data == nil && axis.isDate && axis.explicitDefaultRange == nil
        axis.sampleStep = step.isFinite ? step : 0
        axis.holdsWholeNumbers = areWhole && data != nil
        if chart.isDescribed, let shown = axis.fixedRange, let visible,
            shown.maximum < visible.minimum || shown.minimum > visible.maximum
        {
            chart.warn(
                .doubtful(path: "\(axis.direction.rawValue)Axis.defaultRange", reason: "no sample is in this range"))
        }
        if let visible, !visible.span.isFinite {
            let path = "\(axis.direction.rawValue)Axis"
            chart.warn(
                .doubtful(path: path, reason: "from \(visible.minimum) to \(visible.maximum) is too wide for a number"))
        }
        if axis.followsData ?? showsDefaultRange || !axis.hasRange { axis.resetZoomLevel() }
    }

    /// The smallest distance between different samples. Infinite for a single one; 0 for many unordered ones, which are
    /// not sorted for this.
    private func sampleStep(of loaded: LoadedSeries) -> Double {
        if loaded.alongExtent.isAscending { return loaded.alongExtent.smallestStep ?? .infinity }
        guard loaded.count <= Self.maxSorted else { return 0 }
        let values = loaded.along.withView { span in span.indices.map { span[$0] }.filter(\.isFinite).sorted() }
        return zip(values.dropFirst(), values).lazy.map(-).filter { $0 > 0 }.min() ?? .infinity
    }

    private static let maxSorted = 1_000

    /// The ranges of independent values. Wide samples extend the visible range by half a spacing at each end.
    private func alongRange(
        _ series: CartesianSeries, _ loaded: LoadedSeries, _ axis: Axis
    ) -> (data: NumberRange?, visible: NumberRange?) {
        let known = series.slotKind.flatMap { axis.barSpacings[$0]?.range }
        guard let range = loaded.count > 0 ? known ?? range(loaded.alongExtent, axis) : nil else { return (nil, nil) }
        guard series.slotKind != nil, axis.hasBarSpacing else { return (range, range) }
        // A series with an axis of another chart was rejected when it was read.
        let group = BarSlots.members(with: series, of: chart.cartesian) {
            chart.ownAxis($0, $0.orientation == .horizontal ? .x : .y) ?? axis
        }
        if axis.barRatio != nil {
            guard let ratio = BarSlots.ratio(of: group, on: axis) else { return (range, range) }
            let half = ratio.squareRoot()
            return (range, NumberRange(range.minimum / half, range.maximum * half))
        }
        let half = BarSlots.spacing(of: group, on: axis) / 2
        return (range, axis.widened(range, by: half))
    }

    /// The ranges of dependent values. The visible range includes the ends of stacks, and the baseline of shapes that
    /// stand on it.
    private func acrossRange(
        _ series: CartesianSeries, _ loaded: LoadedSeries, _ axis: Axis
    ) -> (data: NumberRange?, visible: NumberRange?) {
        func ends(_ samples: LoadedSeries) -> NumberRange? {
            // On a logarithmic axis, the base of the first in a stack lies below the visible range, and other bases are
            // ends of others.
            zip(samples.values, samples.acrossExtent).filter {
                $0.0.isOnAxis && ($0.0 != .stackBase || !axis.mapsPositiveOnly)
            }
            .reduce(nil) { NumberRange.union($0, range($1.1, axis)) }
        }
        let data = ends(loaded)
        let visible: NumberRange?
        if let along = fixedAxis(of: series, across: axis) {
            visible =
                loaded.whole.map(\.acrossInRange) ?? range(of: series, series.drawn ?? loaded, in: along, on: axis)
        } else {
            visible = series.stacked.map(ends) ?? data
        }
        guard series.showsBaseline else { return (data, visible) }
        if axis.maps(series.baseline) { return (data, visible?.including(series.baseline)) }
        // If the axis has no position for the baseline, bars begin at the edge of the plot area, and the shortest bar
        // would have no length.
        guard series.slotKind != nil, let range = visible, let start = axis.barStart(below: range.minimum) else {
            return (data, visible)
        }
        return (data, range.including(start))
    }

    /// Warns about a series that is not visible, or does not look as intended.
    private func warn(ofWhatIsNotSeen series: CartesianSeries) {
        guard let loaded = series.loaded else { return }
        func warn(_ path: String, _ reason: String) { chart.warn(.doubtful(path: path, reason: reason)) }
        guard loaded.count > 0 else {
            // In a host's chart, rows may come later; the loader of a description has already reported data without
            // rows.
            return
        }
        if loaded.alongExtent.range == nil {
            warn("\(series.jsonPath).\(series.independentField.name)", "it has no number")
        }
        for (value, extent) in zip(loaded.values, loaded.acrossExtent) {
            let path = "\(series.jsonPath).\(series.fieldName(value))"
            guard let range = extent.range else {
                warn(path, "it has no number")
                continue
            }
            if value == .free(.area), range.minimum < 0 { warn(path, "areas < 0 have no bubbles") }
        }
        if chart.isDescribed, !series.selectedPoints.isEmpty, !series.showsSelectedPoints {
            let reason =
                "a selected column, bar or price looks like the others; selectedStyle applies only to a selected series"
            chart.warn(.ignored(path: "\(series.jsonPath).selectedPoints", reason: reason))
        }
        series.warn(ofValues: loaded, chart)
        self.warn(ofOrder: series, loaded)
        self.warn(ofRepeatedPositions: series, loaded)
    }

    /// Warns about values without a position on their axis, which therefore are not in the picture.
    private func warn(ofValuesBeyond axis: Axis, of series: CartesianSeries, _ loaded: LoadedSeries, isAlong: Bool) {
        func check(_ extent: ColumnExtent, _ field: String) {
            guard let range = extent.range, let reason = axis.reasonToLeaveOut(range) else { return }
            chart.warn(.ignored(path: "\(series.jsonPath).\(field)", reason: reason))
        }
        guard !isAlong else { return check(loaded.alongExtent, series.independentField.name) }
        for (value, extent) in zip(loaded.values, loaded.acrossExtent) where value.isOnAxis {
            check(extent, series.fieldName(value))
        }
    }

    package func range(_ extent: ColumnExtent, _ axis: Axis) -> NumberRange? {
        axis.mapsPositiveOnly ? extent.positiveRange : extent.range
    }
}
