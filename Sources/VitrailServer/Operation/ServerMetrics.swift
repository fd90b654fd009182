#if Server
    import CoreMetrics
    import Metrics
    import Synchronization
    import VitrailWorkers

    /// The metrics of `/metrics`.
    final class ServerMetrics: Sendable {
        let backend = PrometheusMetrics()
        let cacheHits: Counter
        let cacheMisses: Counter

        init() {
            cacheHits = Counter(label: "vitrail_cache_hits_total", factory: backend)
            cacheMisses = Counter(label: "vitrail_cache_misses_total", factory: backend)
            for reason in Self.refusals { _ = refused(reason) }
        }

        /// Problem codes that mean that a limit was reached.
        private static let refusals = [
            "queue-full", "busy", "memory", "too-many-requests", "too-large", "timeout", "crash", "no-worker",
            "unauthorized", "too-many-sessions", "live-memory",
        ]

        func refused(_ code: String) -> Counter {
            Counter(label: "vitrail_refused_total", dimensions: [("reason", code)], factory: backend)
        }

        /// By name, each created once.
        private let stages = Mutex<[String: Timer]>([:])

        func note(_ chart: DrawnChart) {
            let timers = stages.withLock { stages in
                chart.milliseconds.map { stage, milliseconds in
                    let timer =
                        stages[stage]
                        ?? Timer(label: "vitrail_stage_seconds", dimensions: [("stage", stage)], factory: backend)
                    stages[stage] = timer
                    return (timer, milliseconds)
                }
            }
            for (timer, milliseconds) in timers { timer.recordMilliseconds(milliseconds) }
        }

        /// The metrics of a route, created once. A lookup by name takes as long as a small answer.
        private struct RouteNumbers {
            var duration: Timer
            var counts: [Int: Counter] = [:]
        }
        private let routes = Mutex<[String: RouteNumbers]>([:])

        /// - Parameters:
        ///   - route: the route as registered. A path from a client must not become a metric's name.
        ///   - reason: the problem's code.
        func note(route: String, status: Int, _ duration: Duration, reason: String?) {
            let (count, timer) = routes.withLock { routes in
                var numbers =
                    routes[route]
                    ?? RouteNumbers(
                        duration: Timer(
                            label: "vitrail_request_seconds", dimensions: [("route", route)], factory: backend))
                let count =
                    numbers.counts[status]
                    ?? Counter(
                        label: "vitrail_requests_total", dimensions: [("route", route), ("status", "\(status)")],
                        factory: backend)
                numbers.counts[status] = count
                routes[route] = numbers
                return (count, numbers.duration)
            }
            count.increment()
            timer.recordMilliseconds(duration / .milliseconds(1))
            if let reason, Self.refusals.contains(reason) { refused(reason).increment() }
        }

        /// The text for Prometheus, including values that are computed on demand.
        ///
        /// - Parameter live: `nil`: there are no live charts.
        func text(
            _ facts: WorkerPool.Facts, _ live: LivePool.Facts?, inWork: Int, cachedBytes: Int, folderFailures: Int
        ) -> String {
            var gauges: [(String, [(String, String)], Int)] = [
                ("vitrail_workers", [("state", "ready")], facts.ready),
                ("vitrail_workers", [("state", "idle")], facts.idle), ("vitrail_queue_length", [], facts.waiting),
                ("vitrail_requests_in_work", [], inWork), ("vitrail_cache_bytes", [], cachedBytes),
            ]
            var counts: [(String, [(String, String)], Int)] = [
                ("vitrail_worker_starts_total", [], facts.starts),
                ("vitrail_worker_ends_total", [("reason", "crash")], facts.crashes),
                ("vitrail_worker_ends_total", [("reason", "timeout")], facts.timeouts),
                ("vitrail_worker_ends_total", [("reason", "recycled")], facts.recycled),
                ("vitrail_cache_folder_failures_total", [], folderFailures),
            ]
            if let live {
                gauges += [
                    ("vitrail_live_sessions", [("state", "all")], live.sessions),
                    ("vitrail_live_sessions", [("state", "connected")], live.connected),
                    ("vitrail_live_workers", [], live.workers), ("vitrail_live_bytes", [], live.bytes),
                ]
                counts += [
                    ("vitrail_live_opened_total", [], live.opened), ("vitrail_live_frames_total", [], live.frames),
                    ("vitrail_live_restored_total", [], live.restored),
                    ("vitrail_live_given_up_total", [], live.given),
                    ("vitrail_live_worker_ends_total", [], live.lost),
                ]
            }
            for (label, dimensions, value) in gauges {
                Meter(label: label, dimensions: dimensions, factory: backend).set(value)
            }
            for (label, dimensions, value) in counts {
                let counter = backend.makeCounter(label: label, dimensions: dimensions)
                counter.reset()
                counter.increment(by: Int64(value))
            }
            return backend.text
        }
    }

    extension Timer {
        fileprivate func recordMilliseconds(_ milliseconds: Double) {
            recordNanoseconds(Int64(min(max(milliseconds, 0), 1e9) * 1e6))
        }
    }
#endif
