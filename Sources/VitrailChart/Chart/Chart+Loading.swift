// MARK: - Loading on a thread

extension Chart {
    /// Whether data are being loaded: from the render that started the load until all data are available for the next
    /// render.
    public var isLoading: Bool {
        guard let backgroundLoad else { return false }
        return awaitsData && !backgroundLoad.hasEnded
    }

    /// Returns when the data that are being loaded on a thread are available. Starts the load if one is pending.
    /// Returns at once if there is nothing to wait for: the render itself loads the data, or they are already loaded.
    ///
    /// The next render shows the data. A reload requested meanwhile starts with that render:
    ///
    /// ```swift
    /// repeat {
    ///     await chart.waitUntilLoaded()
    ///     image = try await renderer.render(chart)
    /// } while chart.isLoading
    /// ```
    ///
    /// Returns early if its task is cancelled; this does not end the load.
    public nonisolated(nonsending) func waitUntilLoaded() async {
        while !Task.isCancelled {
            if let load = backgroundLoad {
                await load.waitForEnd()
                // After a cancelled load, wait for the load that follows it.
                guard load.isCancelled, load.hasEnded, backgroundLoad === load else { return }
                backgroundLoad = nil
            } else {
                guard pending.contains(.load), loadDataInBackground, dataSource != nil, !isPlanning else { return }
                pending.remove(.load)
                isPlanning = true
                defer { isPlanning = false }
                ChartLoader(chart: self).begin()
                guard beginInBackground() else {
                    pending.insert(.load)
                    return
                }
            }
        }
    }

    /// Whether the current picture lacks data that are being loaded.
    var awaitsData: Bool { backgroundLoad.map { !$0.isCancelled || pending.contains(.load) } ?? false }

    /// Whether the data source is being queried. No other code may query it meanwhile.
    var isSourceBusy: Bool { backgroundLoad != nil }

    /// Starts to query the data source on a thread.
    ///
    /// - Returns: false if the chart queries the source itself: background loading is off, or the system provides no
    ///   thread.
    func beginInBackground() -> Bool {
        guard loadDataInBackground, let dataSource else { return false }
        let load = BackgroundLoad(LoadRequest(self, source: dataSource))
        guard load.start() else { return false }
        backgroundLoad = load
        // Series that were added are not the series that the source will provide.
        if !hasLoaded { series = [] }
        return true
    }

    /// Shows the default ranges of axes that have no range yet.
    fileprivate func showFirstRanges() {
        for axis in allAxes where !axis.hasRange { axis.axisRange = axis.defaultRange }
    }
}

extension ChartLoader {
    /// Loads and maps the pending data.
    ///
    /// - Returns: the number of samples read. nil: no new data are shown.
    func bring(_ due: PendingWork) throws(ChartError) -> Int? {
        var loads = try installed()
        if due.contains(.load) {
            if chart.dataSource != nil, chart.isSourceBusy {
                // One load after the other: only one thread at a time queries a source.
                chart.pending.insert(.load)
            } else {
                loads = try load() || loads
            }
        }
        let changed = !loads && due.contains(.changes) ? try takeChanges() : nil
        if !loads, due.contains(.mapping) { try remap() }
        if chart.isSourceBusy, !chart.hasLoaded { chart.showFirstRanges() }
        return loads ? chart.samplesRead : changed
    }

    /// Maps the loaded data onto the current axes.
    func remap() throws(ChartError) {
        guard chart.isSourceBusy else { return try map(showsDefaultRanges: false) }
        // While new data are being loaded, show the old data if they fit the axes.
        chart.pending.remove(.mapping)
        guard chart.hasLoaded else { return }
        do {
            try map(showsDefaultRanges: false)
        } catch {
            for series in chart.cartesian { (series.loaded, series.stacked) = (nil, nil) }
        }
    }

    /// Installs the result of a background load, if it has ended.
    private func installed() throws(ChartError) -> Bool {
        guard let load = chart.backgroundLoad, load.hasEnded else { return false }
        chart.backgroundLoad = nil
        guard let outcome = load.takeOutcome() else { return false }
        do throws(ChartError) {
            try settle(queried(outcome.get().install(in: chart)))
            return true
        } catch {
            chart.pending.formUnion(.reload)
            throw error
        }
    }
}
