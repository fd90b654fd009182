// MARK: - Loading on a thread

extension Chart {
    /// Whether data are on their way: from the picture that began to load them until they are all there, for the next picture to show.
    public var isLoading: Bool {
        guard let backgroundLoad else { return false }
        return awaitsData && !backgroundLoad.hasEnded
    }

    /// Returns when the data are there that are being loaded on a thread; begins to load them if that is due. At once when there is nothing to wait
    /// for: data are loaded by the picture itself, or loaded already.
    ///
    /// The next picture shows them. A reload that was asked for meanwhile begins with that picture:
    ///
    /// ```swift
    /// repeat {
    ///     await chart.waitUntilLoaded()
    ///     image = try await renderer.render(chart)
    /// } while chart.isLoading
    /// ```
    ///
    /// Returns early when its task is cancelled; that does not end the load.
    public nonisolated(nonsending) func waitUntilLoaded() async {
        while !Task.isCancelled {
            if let load = backgroundLoad {
                await load.waitForEnd()
                // What follows one that was cancelled is what there is to wait for.
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

    /// Whether the picture that is being made lacks data that are on their way.
    var awaitsData: Bool { backgroundLoad.map { !$0.isCancelled || pending.contains(.load) } ?? false }

    /// Whether the data source is being asked: nobody else may ask it meanwhile.
    var isSourceBusy: Bool { backgroundLoad != nil }

    /// Begins to ask the data source on a thread.
    ///
    /// - Returns: false = the chart asks itself: it is meant to, or the system gives no thread.
    func beginInBackground() -> Bool {
        guard loadDataInBackground, let dataSource else { return false }
        let load = BackgroundLoad(LoadRequest(self, source: dataSource))
        guard load.start() else { return false }
        backgroundLoad = load
        // What was added is not what the source will give.
        if !hasLoaded { series = [] }
        return true
    }

    /// The ranges of axes that nothing was loaded for yet.
    fileprivate func showFirstRanges() {
        for axis in allAxes where !axis.hasRange { axis.axisRange = axis.defaultRange }
    }
}

extension ChartLoader {
    /// Loads and maps what is due of it.
    ///
    /// - Returns: samples that were read; nil = no new data are shown.
    func bring(_ due: PendingWork) throws(ChartError) -> Int? {
        var loads = try installed()
        if due.contains(.load) {
            if chart.dataSource != nil, chart.isSourceBusy {
                // One after the other: a source is asked by one thread at a time.
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

    /// Maps the data that are there onto the axes as these are now.
    func remap() throws(ChartError) {
        guard chart.isSourceBusy else { return try map(showsDefaultRanges: false) }
        // While others are on their way the old ones are shown where they still can be.
        chart.pending.remove(.mapping)
        guard chart.hasLoaded else { return }
        do {
            try map(showsDefaultRanges: false)
        } catch {
            for series in chart.cartesian { (series.loaded, series.stacked) = (nil, nil) }
        }
    }

    /// Takes what a thread has loaded, if it has.
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
