package import Vitrail

/// Reads the bytes of a stream, CSV or NDJSON, into a `StreamStore`.
///
/// ```
///  bytes ─► CSVRowSplitter ─► whole rows ─► CSVFile ─► columns ─► StreamStore
/// ```
///
/// The first rows decide about the format, the columns and their kinds. Each further batch of rows is read by the
/// library as a CSV file of this format. If a batch is not perfect, its halves are read, down to single rows; so a wrong
/// row costs only itself, and the rows do not depend on how the bytes arrive.
package final class StreamReader {
    /// Decides how the rows are drawn, from a file of the first ones. Throws `StreamUndecided` if more are needed.
    package typealias MakePlan = (CSVFile) throws -> StreamPlan

    private let store: StreamStore
    private let name: String
    private let options: CSVOptions
    private let makePlan: MakePlan
    private let tell: (String) -> Void
    private var plan: StreamPlan?
    private var splitter = CSVRowSplitter()
    /// The first bytes, up to the plan.
    private var head: [UInt8] = []
    /// For NDJSON: names of the members that are columns, in the order of the columns.
    private var members: [String]?
    private var unknown: Set<String> = []
    private var isDone = false
    private var last = -Double.infinity
    /// Number of rows.
    private var count = 0
    private var wrong = 0
    private var notices = NoticeRate()

    /// Number of rows that decide: a header and a row, or two rows. More, up to a maximum, if these have no numbers.
    private static let (deciding, maxDeciding) = (2, 20)
    /// Maximum number of bytes, and about that of lines, before the rows that decide.
    private static let (maxHead, maxLines) = (1 << 20, 1_000)
    /// Maximum number of unknown members that are told.
    private static let maxUnknown = 20
    private static let newline = UInt8(ascii: "\n")

    /// - Parameters:
    ///   - name: of the stream, in messages.
    ///   - options: of the format; properties that are `nil` are detected in the first rows.
    ///   - tell: takes warnings.
    package init(
        _ store: StreamStore, name: String, options: CSVOptions = CSVOptions(), tell: @escaping (String) -> Void,
        plan: @escaping MakePlan
    ) {
        (self.store, self.name, self.options, self.tell, makePlan) = (store, name, options, tell, plan)
    }

    /// Takes bytes. The rows that are whole are in the store when it returns.
    ///
    /// - Throws: the errors of the plan, and errors in the first rows. The stream cannot be drawn then.
    package func add(_ bytes: ArraySlice<UInt8>) throws {
        guard plan == nil else { return take(splitter.add(bytes)) }
        let start = head.count
        head += bytes
        for end in bytes.indices where bytes[end] == Self.newline {
            guard plan == nil, lines <= Self.maxLines else { break }
            lines += 1
            try decide(upTo: start + end - bytes.startIndex + 1, isEnd: false)
        }
        guard plan == nil else { return }
        guard head.count <= Self.maxHead, lines <= Self.maxLines else {
            throw StreamError("\(name): no rows of numbers begin in the first \(lines + 1) lines")
        }
    }

    /// Ends the stream: the last row needs no line end.
    package func finish() throws {
        if plan == nil, head.contains(where: { $0 > 32 }) {
            if head.last != Self.newline { head.append(Self.newline) }
            try decide(upTo: head.count, isEnd: true)
        }
        if plan != nil { take(splitter.finish()) }
        if let text = notices.finish() { say(text) }
        store.end()
    }

    // MARK: First rows

    /// - Parameters:
    ///   - end: of whole lines in `head`.
    ///   - isEnd: whether no further row comes.
    private func decide(upTo end: Int, isEnd: Bool) throws {
        let isJSON = head.first { $0 > 32 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
        if isJSON { try decideJSON(Array(head[looked..<end]), isEnd) } else { try decideCSV(upTo: end, isEnd) }
        looked = end
        guard plan != nil else { return }
        let all = head
        head = []
        take(splitter.add(all[(isJSON ? all.startIndex : rowsStart)...]))
    }

    /// Number of bytes before the first row.
    private var rowsStart = 0
    /// Number of lines of `head` that were looked at, and their end.
    private var (lines, looked) = (0, 0)

    private func decideCSV(upTo end: Int, _ isEnd: Bool) throws {
        let first = Array(head[..<end])
        guard let file = try file(of: first, isEnd) else { return }
        let rows = CSVRowSplitter(like: file).split(CSVRowSplitter.Rows(bytes: first, line: 1))
        let isDecided =
            rows.count - options.skipRows >= Self.deciding && rows.contains { $0.line >= file.rowsStart.line }
        guard isDecided || isEnd else { return }
        do {
            try begin(file)
        } catch let undecided as StreamUndecided {
            // A title, a row of units, or a first row of gaps.
            let hasRows = rows.contains { $0.line >= file.rowsStart.line }
            if !isEnd && rows.count < Self.maxDeciding + options.skipRows || !hasRows { return }
            throw undecided.reason
        }
        rowsStart = file.rowsStart.byte
        splitter = CSVRowSplitter(like: file, line: file.rowsStart.line)
    }

    /// - Returns: `nil` if more lines are needed.
    private func file(of first: [UInt8], _ isEnd: Bool) throws(DataError) -> CSVFile? {
        do throws(DataError) {
            return try CSVFile(bytes: first, name: name, options: options)
        } catch {
            switch error {
            case .unclosedQuote, .noHeader: if !isEnd { return nil }
            default: break
            }
            throw error
        }
    }

    /// The first line that is an object has the columns.
    private func decideJSON(_ line: [UInt8], _ isEnd: Bool) throws {
        let columns = (try? JSONRow(line))?.cells.filter { $0.text != nil } ?? []
        guard !columns.isEmpty else {
            if isEnd { throw StreamError("\(name): no line is a JSON object with numbers") }
            return
        }
        let text = Self.line(columns.map(\.name)) + Self.line(columns.map { $0.text ?? "" })
        var options = options
        (options.header, options.separator, options.skipRows) = (true, CSVOptions.Separator(","), 0)
        (options.comment, options.decimal) = ("", options.decimal ?? .point)
        do {
            try begin(CSVFile(bytes: text, name: name, options: options))
        } catch let undecided as StreamUndecided {
            throw undecided.reason
        }
        members = columns.map(\.name)
        splitter = CSVRowSplitter()
    }

    private func begin(_ file: CSVFile) throws {
        let plan = try makePlan(file)
        self.plan = plan
        store.begin(plan)
    }

    // MARK: Rows

    private func take(_ batches: [CSVRowSplitter.Rows]) {
        for line in splitter.takeSkipped() {
            warn("\(name):\(line): the row is too long, or a quote is not closed; the line is left out")
        }
        for rows in batches {
            if members == nil { append(rows) } else { appendJSON(rows) }
        }
    }

    private func append(_ rows: CSVRowSplitter.Rows) {
        if let batch = read(rows) { return store(batch) }
        bisect(splitter.split(rows)[...])
    }

    private func bisect(_ rows: ArraySlice<CSVRowSplitter.Rows>) {
        guard rows.count > 1 else { return rows.forEach(appendSingle) }
        let middle = rows.startIndex + rows.count / 2
        for half in [rows[..<middle], rows[middle...]] {
            let joined = CSVRowSplitter.Rows(bytes: half.flatMap(\.bytes), line: half.first?.line ?? 1)
            if let batch = read(joined) { store(batch) } else { bisect(half) }
        }
    }

    private struct Batch {
        var x: [Double]
        var y: [[Double]]
    }

    private func store(_ batch: Batch) {
        guard let end = batch.x.last else { return }
        if plan?.x != nil { last = end }
        count += batch.x.count
        store.append(x: batch.x, y: batch.y)
    }

    /// - Returns: `nil` if anything is wrong in a row.
    private func read(_ rows: CSVRowSplitter.Rows) -> Batch? {
        guard let plan, let read = try? columns(rows, plan.wishes), read.notes.isEmpty,
            let batch = batch(read, plan)
        else { return nil }
        guard plan.x != nil else { return batch }
        var previous = last
        for value in batch.x {
            guard value.isFinite, value >= previous else { return nil }
            previous = value
        }
        return batch
    }

    private func columns(_ rows: CSVRowSplitter.Rows, _ wishes: [ColumnWish]) throws(DataError) -> ReadColumns? {
        guard let plan else { return nil }
        return try OpenCSV(CSVFile(rows: rows.bytes, line: rows.line, like: plan.file)).read(wishes)
    }

    private func batch(_ read: ReadColumns, _ plan: StreamPlan) -> Batch? {
        func values(_ name: String) -> [Double]? {
            read.columns[name].flatMap { column in
                if column.kind == .category { return nil }
                let column = column.origin == 0 ? column : column.after(0)
                return column.withValues { span in span.indices.map { span[$0] } }
            }
        }
        let y = plan.y.compactMap(values)
        guard y.count == plan.y.count else { return nil }
        guard let name = plan.x else { return Batch(x: y[0].indices.map { Double(count + $0 + 1) }, y: y) }
        guard plan.isOfDates == (read.columns[name]?.kind == .date), let x = values(name) else { return nil }
        return Batch(x: x, y: y)
    }

    /// Adds a row in which something is wrong: cells that are no numbers are gaps.
    private func appendSingle(_ row: CSVRowSplitter.Rows) {
        guard let plan else { return }
        var wishes = plan.wishes
        var problems: [String] = []
        while true {
            do throws(DataError) {
                guard var read = try columns(row, wishes) else { return }
                problems += read.notes
                let missing = plan.y.filter { read.columns[$0] == nil }
                let rows = read.columns.values.first?.count ?? 1
                guard rows > 0 else { return }
                read = read.with(
                    read.columns.merging(missing.map { ($0, Column([Double](repeating: .nan, count: rows))) }) { $1 })
                guard let batch = batch(read, plan) else {
                    return warn("\(name):\(row.line): the row has no \(xName)")
                }
                if plan.x != nil, let problem = problem(of: batch.x[0], row.line) { return warn(problem) }
                if !problems.isEmpty { warn(problems.joined(separator: "; ")) }
                return store(batch)
            } catch {
                guard case .cell(_, _, let column, _, _) = error, column != plan.x else {
                    return warn("\(error); the row is left out")
                }
                problems.append("\(error); the cell is a gap")
                wishes.removeAll { $0.name == column }
                guard wishes.isEmpty else { continue }
                // None of the columns has a number.
                warn(problems.joined(separator: "; "))
                return store(Batch(x: [Double(count + 1)], y: plan.y.map { _ in [.nan] }))
            }
        }
    }

    private var xName: String { plan?.x.map { "\"\($0)\"" } ?? "number" }

    private func problem(of x: Double, _ line: Int) -> String? {
        if !x.isFinite { return "\(name):\(line): the row has no \(xName), and is left out" }
        return x < last ? "\(name):\(line): \(xName) is less than in the row before; the row is left out" : nil
    }

    // MARK: NDJSON

    /// Reads the lines as rows of CSV.
    private func appendJSON(_ rows: CSVRowSplitter.Rows) {
        var batch = CSVRowSplitter.Rows(bytes: [], line: rows.line)
        var next = rows.line
        func end() {
            if !batch.bytes.isEmpty { append(batch) }
            batch.bytes = []
        }
        for line in splitter.split(rows) {
            do throws(DescriptionError) {
                let text = try cells(JSONRow(line.bytes), line.line)
                // The lines of a batch are numbered one after the other.
                if line.line != next { end() }
                if batch.bytes.isEmpty { batch.line = line.line }
                batch.bytes += text
                next = line.line + 1
            } catch {
                end()
                warn("\(name):\(line.line): \(error.message); the line is left out")
            }
        }
        end()
    }

    private func cells(_ row: JSONRow, _ line: Int) -> [UInt8] {
        guard let members else { return [] }
        var texts = [String](repeating: "", count: members.count)
        for cell in row.cells {
            guard let index = members.firstIndex(of: cell.name) else {
                if unknown.count < Self.maxUnknown, unknown.insert(cell.name).inserted {
                    say("\(name):\(line): \"\(cell.name)\" is no column, because the first row does not have it")
                }
                continue
            }
            if cell.text == nil { warn("\(name):\(line): \"\(cell.name)\" is no number; the cell is a gap") }
            texts[index] = cell.text ?? ""
        }
        return Self.line(texts)
    }

    /// A row of CSV. Quoted cells keep all texts whole; line ends in them would change the numbers of lines.
    private static func line(_ cells: [String]) -> [UInt8] {
        var line: [UInt8] = []
        for cell in cells {
            if !line.isEmpty { line.append(UInt8(ascii: ",")) }
            line.append(UInt8(ascii: "\""))
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "\"") { line.append(byte) }
                line.append(byte == newline || byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
            }
            line.append(UInt8(ascii: "\""))
        }
        line.append(newline)
        return line
    }

    // MARK: Warnings

    /// Counts a wrong row.
    private func warn(_ text: String) {
        wrong += 1
        let told = notices.add(text)
        if let told { tell(told) }
        store.note(told, wrong: wrong)
    }

    private func say(_ text: String) {
        tell(text)
        store.note(text, wrong: wrong)
    }
}

/// The rows so far do not show how the stream is drawn; more rows may.
package struct StreamUndecided: Error {
    package let reason: any Error
    package init(_ reason: any Error) { self.reason = reason }
}

/// A stream that cannot be drawn.
package struct StreamError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Limits the number of warnings: the first ones are told, of the others each tenth, hundredth, ….
struct NoticeRate {
    static let first = 10
    private var all = 0
    private var told = 0
    private var next = 100

    /// - Returns: the warning to tell. `nil`: none.
    mutating func add(_ text: String) -> String? {
        all += 1
        if all <= Self.first {
            told = all
            return text
        }
        guard all == next else { return nil }
        (told, next) = (all, next * 10)
        return "\(all) wrong rows so far; the last one: \(text)"
    }

    mutating func finish() -> String? { all > told ? "\(all) wrong rows in all" : nil }
}
