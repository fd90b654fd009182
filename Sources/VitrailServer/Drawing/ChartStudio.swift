#if Server
    import Synchronization
    import VitrailWorkers

    /// Draws the requested pictures, each once: from a cache, shared with another client's running request, or by a
    /// worker.
    final class ChartStudio: Sendable {
        private let pool: WorkerPool
        private let memory: MemoryCache
        private let folder: FolderCache?
        private let version: String
        private let metrics: ServerMetrics
        private let inWork = Mutex<[String: Task<DrawnChart, any Error>]>([:])

        init(_ pool: WorkerPool, _ options: ServerOptions, _ metrics: ServerMetrics) throws {
            self.pool = pool
            self.metrics = metrics
            version = options.version
            memory = MemoryCache(limit: options.cacheMemory)
            folder = try options.cacheFolder.map { try FolderCache($0, limit: options.cacheFolderSize) }
        }

        func key(_ job: ChartJob) -> String { job.key(version: version) }

        /// - Parameter key: the job's key.
        /// - Throws: `Problem`.
        func picture(of job: ChartJob, _ key: String) async throws -> DrawnChart {
            if let known = memory[key] {
                metrics.cacheHits.increment()
                return known
            }
            let task = inWork.withLock { inWork in
                if let task = inWork[key] { return task }
                // Not the client's own task: other clients may wait for the same picture after this client leaves.
                let task = Task { try await self.made(job, key) }
                inWork[key] = task
                return task
            }
            return try await task.value
        }

        private func made(_ job: ChartJob, _ key: String) async throws -> DrawnChart {
            defer { inWork.withLock { _ = $0.removeValue(forKey: key) } }
            if let folder, let known = await folder.picture(key) {
                metrics.cacheHits.increment()
                memory.insert(known, key)
                return known
            }
            metrics.cacheMisses.increment()
            let (chart, isPure) = try await drawn(job, key)
            metrics.note(chart)
            if isPure {
                memory.insert(chart.cached, key)
                if let folder { Task { await folder.insert(chart.cached, key) } }
            }
            return chart
        }

        private func drawn(_ job: ChartJob, _ key: String) async throws -> (DrawnChart, isPure: Bool) {
            let answer: WorkerPool.Answer
            do {
                answer = try await pool.answer(job.request, [job.text] + job.files)
            } catch let failure as WorkerPool.Failure {
                throw Problem(failure)
            }
            switch answer.reply {
            case .ready: throw Problem(.internalServerError, "a worker answered out of turn")
            case .failure(let failure): throw Problem(failure)
            case .picture(let picture):
                let bytes = answer.parts.first ?? []
                return (
                    DrawnChart(
                        bytes: bytes, mediaType: Self.mediaType(picture.format),
                        tag: picture.readsFiles ? SHA256.hex(bytes) : key, warnings: picture.warnings,
                        altText: picture.altText, milliseconds: picture.milliseconds, estimated: picture.estimated,
                        worker: answer.worker, waited: answer.waited),
                    !picture.readsFiles
                )
            }
        }

        private static func mediaType(_ format: String) -> String {
            switch format {
            case "svg": "image/svg+xml"
            case "jpeg": "image/jpeg"
            case "webp": "image/webp"
            case "apng": "image/apng"
            case "rgba": "application/octet-stream"
            default: "image/png"
            }
        }

        var cachedBytes: Int { memory.bytes }
        var folderFailures: Int { get async { await folder?.failures ?? 0 } }
    }

    extension DrawnChart {
        /// A copy for later clients, without this request's times and worker.
        fileprivate var cached: DrawnChart {
            var chart = self
            (chart.milliseconds, chart.worker, chart.waited) = ([:], nil, .zero)
            return chart
        }
    }
#endif
