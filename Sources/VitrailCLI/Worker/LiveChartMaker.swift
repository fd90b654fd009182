#if Server
    import Vitrail
    import VitrailColumns
    import VitrailDescription
    import VitrailLive
    import VitrailSystem
    import VitrailWorkers

    /// Makes the charts of live sessions, one after the other, because uploaded files are lent to the whole process. All
    /// sessions together stay within the memory limit of the worker.
    actor LiveChartMaker {
        private let charts: ChartWorker
        private let limits: LiveLimits
        private let executor = BlockingExecutor(label: "vitrail-live-charts")
        /// Estimated bytes of each session.
        private var taken: [Int: Int] = [:]

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        struct Made: Sendable {
            var session: LiveSession
            /// Points.
            var width: Double
            var height: Double
            var bytes: Int
        }

        /// The other sessions take too much memory.
        struct NoRoom: Error {}

        init(_ charts: ChartWorker, _ limits: LiveLimits) { (self.charts, self.limits) = (charts, limits) }

        /// Reads the data and makes the session.
        ///
        /// - Parameters:
        ///   - number: the session's. It takes memory from now on until `release`.
        ///   - parts: the description and the uploaded files.
        /// - Throws: `NoRoom`; the errors of descriptions, of limits and of data.
        func make(_ number: Int, _ opening: LiveOpening, _ parts: [[UInt8]]) throws -> Made {
            guard let text = parts.first, parts.count == opening.fileNames.count + 1 else {
                throw DescriptionError(path: "", message: "the chart is missing")
            }
            try charts.checkLength(text)
            for (name, bytes) in zip(opening.fileNames, parts.dropFirst()) { try ConfinedFiles.lend(bytes, as: name) }
            // Data are read or mapped by then.
            defer { ConfinedFiles.takeBack() }
            var choices = charts.choices
            choices.theme = opening.theme ?? choices.theme
            let described = try DescribedPicture(
                try ChartDescription(json: text), as: .image(.png), choices, limit: charts.maxMemory.bytes)
            let description = described.description
            guard description.frames == nil else {
                throw DescriptionError(path: "frames", message: "a live chart has no frames")
            }
            try charts.checkBounds(described)
            let estimate = try estimate(of: described)
            // The front has the parts, too.
            let bytes = estimate.total + 2 * parts.reduce(0) { $0 + $1.count }
            guard bytes <= charts.maxMemory.bytes else {
                throw BoundExceeded(
                    message:
                        "the live chart needs an estimated \(MemoryEstimate.text(bytes)); a live worker has \(MemoryEstimate.text(charts.maxMemory.bytes)) (--live-memory, --live-workers)"
                )
            }
            let others = taken.values.reduce(0, +)
            guard others + bytes <= charts.maxMemory.bytes else { throw NoRoom() }
            let room = estimate.unorderedMemoryBudget(within: MemorySize(bytes: charts.maxMemory.bytes - others))
            let axes = opening.axes.flatMap(LiveAxes.init) ?? .both
            let limit = WorkLimit(deadline: .now + .seconds(opening.seconds))
            let session = try WorkLimit.$current.withValue(limit) {
                try LiveSession(id: opening.name, renderer: charts.renderer, limits: limits) { [choices] in
                    let chart = try description.makeChart(pictures: .standard)
                    chart.unorderedMemoryBudget = room
                    if let strategy = choices.strategy { chart.strategy = strategy.strategy }
                    if let theme = choices.theme.flatMap(Theme.named) { chart.applyTheme(theme, keepingStyles: true) }
                    return LiveChart(chart, axes: axes)
                }
            }
            guard !limit.isReached else { throw RenderError.deadlineExceeded }
            taken[number] = bytes
            return Made(
                session: session, width: description.size.width, height: description.size.height, bytes: bytes)
        }

        /// The estimate for a page on a common screen.
        private func estimate(of described: DescribedPicture) throws(DescriptionError) -> MemoryEstimate {
            try described.description.memoryEstimate(
                size: PixelSize(width: 1_920, height: 1_080), output: .pixels(encoder: 0, isBanded: false),
                pictures: .standard)
        }

        func release(_ number: Int) { taken[number] = nil }
    }
#endif
