import Synchronization
package import Vitrail

/// The rows of a stream that are kept, and the state of the stream. All sessions share their memory.
///
/// One thread writes. `snapshot` can be called on any thread.
package final class StreamStore: Sendable {
    package enum Phase: Sendable, Equatable {
        /// No row has come.
        case waiting
        case flowing
        case ended
        /// The stream cannot be drawn.
        case failed(String)
    }

    /// The rows at one time. Copies share the memory of the values.
    package struct Snapshot: Sendable {
        /// `nil`: the rows that decide have not come.
        package var plan: StreamPlan?
        /// The values of x: those of a column, or the numbers of the rows.
        package var x = Column([Double]())
        /// The columns of `StreamPlan.y`, each as long as `x`.
        package var y: [Column] = []
        /// Number of rows that left before the first one.
        package var removed = 0
        package var phase = Phase.waiting
        /// Number of rows that were left out, or that have a cell that was.
        package var wrong = 0
        /// Changes with the rows and the phase.
        fileprivate(set) package var version = 0

        package var count: Int { x.count }
        /// Number of rows that ever came.
        package var end: Int { removed + count }

        /// The value of x in a row.
        package func x(at row: Int) -> Double { x.withValues(in: row..<row + 1) { $0[0] } }
    }

    private struct State {
        var rows = Snapshot()
        var notices: [String] = []
        var observers: [Int: @Sendable () -> Void] = [:]
        var observed = 0
    }

    /// Maximum number of kept rows.
    package let limit: Int
    private let state = Mutex(State())

    /// Maximum number of notices that sessions see.
    private static let maxNotices = 100

    package init(limit: Int) { self.limit = limit }

    package var snapshot: Snapshot { state.withLock(\.rows) }
    package var notices: [String] { state.withLock(\.notices) }

    // MARK: Writing

    /// Decides how rows are drawn. Called once, before the first row.
    package func begin(_ plan: StreamPlan) {
        change { state in
            state.rows.plan = plan
            state.rows.x = plan.isOfDates ? Column(secondsSince1970: []) : Column([Double]())
            state.rows.y = plan.y.map { _ in Column([Double]()) }
        }
    }

    /// Adds rows at the end. The oldest rows above the limit leave.
    ///
    /// - Precondition: `y` has a column for each one of the plan, as long as `x`.
    package func append(x: [Double], y: [[Double]]) {
        guard !x.isEmpty else { return }
        change { state in
            let gone = max(state.rows.count + min(x.count, limit) - limit, 0)
            // Rows of this call that leave at once.
            let skipped = max(x.count - limit, 0)
            func slide(_ column: inout Column, _ values: [Double]) {
                column.removeFirst(gone)
                column.append(skipped > 0 ? Array(values[skipped...]) : values)
            }
            slide(&state.rows.x, x)
            for (k, values) in y.enumerated() { slide(&state.rows.y[k], values) }
            state.rows.removed += gone + skipped
            state.rows.phase = .flowing
        }
    }

    package func end() { change { $0.rows.phase = .ended } }
    package func fail(_ message: String) { change { $0.rows.phase = .failed(message) } }

    /// Tells all sessions something about the stream.
    ///
    /// - Parameter wrong: number of wrong rows so far.
    package func note(_ text: String?, wrong: Int) {
        change(shows: false) { state in
            state.rows.wrong = wrong
            if let text, state.notices.count < Self.maxNotices { state.notices.append(text) }
        }
    }

    /// - Parameter shows: whether pictures change.
    private func change(shows: Bool = true, _ body: (inout State) -> Void) {
        let observers = state.withLock { state in
            body(&state)
            if shows { state.rows.version += 1 }
            return Array(state.observers.values)
        }
        for observer in observers { observer() }
    }

    // MARK: Observing

    /// Calls `observer` after each change, on the thread of the change.
    func observe(_ observer: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.observed += 1
            state.observers[state.observed] = observer
            return state.observed
        }
    }

    func endObserving(_ number: Int) { state.withLock { $0.observers[number] = nil } }
}

/// How the rows of a stream become a chart. The first rows decide it.
package struct StreamPlan: Sendable {
    /// The format of the rows.
    package var file: CSVFile
    /// The column of x. `nil`: the number of the row, from 1.
    package var x: String?
    package var isOfDates: Bool
    package var y: [String]
    /// Makes a chart of columns by their names.
    package var makeChart: @Sendable (_ columns: [String: Column]) throws -> Chart

    package init(
        file: CSVFile, x: String?, isOfDates: Bool = false, y: [String],
        makeChart: @escaping @Sendable (_ columns: [String: Column]) throws -> Chart
    ) {
        (self.file, self.x, self.isOfDates, self.y, self.makeChart) = (file, x, isOfDates, y, makeChart)
    }

    package var wishes: [ColumnWish] {
        [x.map { ColumnWish($0, isOfDates ? .date : .number) }].compactMap { $0 } + y.map { ColumnWish($0, .number) }
    }
}

/// The newest part of a stream that a chart shows while it follows.
package enum StreamWindow: Sendable, Equatable {
    /// A distance along x: seconds if x has dates.
    case span(Double)
    case rows(Int)

    /// The range of x. `nil`: the rows have none.
    func range(of rows: StreamStore.Snapshot) -> NumberRange? {
        guard rows.count > 0 else { return nil }
        let end = rows.x(at: rows.count - 1)
        let start =
            switch self {
            case .span(let span): end - span
            case .rows(let count): rows.x(at: max(rows.count - count, 0))
            }
        return start < end ? NumberRange(start, end) : nil
    }
}
