#if Server
    import Synchronization

    /// The most recently used pictures, in memory.
    final class MemoryCache: Sendable {
        private struct Entry {
            var chart: DrawnChart
            /// Sequence number of its last use.
            var use: Int
        }

        private struct State {
            var entries: [String: Entry] = [:]
            /// All uses in order. Only the last use of an entry counts.
            var uses: [(key: String, use: Int)] = []
            /// Index of the first element of `uses` that may count.
            var first = 0
            var next = 0
            var bytes = 0
        }

        private let limit: Int
        private let state = Mutex(State())

        /// The memory of an entry in addition to its bytes.
        private static let overhead = 1_024

        init(limit: Int) { self.limit = limit }

        subscript(key: String) -> DrawnChart? {
            state.withLock { state in
                guard let entry = state.entries[key] else { return nil }
                Self.note(key, in: &state)
                return entry.chart
            }
        }

        func insert(_ chart: DrawnChart, _ key: String) {
            let size = Self.size(chart)
            guard size <= limit / 4 else { return }
            state.withLock { state in
                if let old = state.entries[key] { state.bytes -= Self.size(old.chart) }
                state.entries[key] = Entry(chart: chart, use: 0)
                state.bytes += size
                Self.note(key, in: &state)
                while state.bytes > limit, state.first < state.uses.count {
                    let (oldest, use) = state.uses[state.first]
                    state.first += 1
                    guard let entry = state.entries[oldest], entry.use == use else { continue }
                    state.entries[oldest] = nil
                    state.bytes -= Self.size(entry.chart)
                }
            }
        }

        var bytes: Int { state.withLock { $0.bytes } }

        private static func size(_ chart: DrawnChart) -> Int { chart.bytes.count + overhead }

        private static func note(_ key: String, in state: inout State) {
            state.next += 1
            state.entries[key]?.use = state.next
            state.uses.append((key, state.next))
            // At most one use per entry counts.
            guard state.uses.count > 64 + 4 * state.entries.count else { return }
            state.uses = state.uses[state.first...].filter { state.entries[$0.key]?.use == $0.use }
            state.first = 0
        }
    }
#endif
