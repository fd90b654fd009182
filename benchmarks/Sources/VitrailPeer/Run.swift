import Glibc
import Vitrail

/// One mode of the command line: pictures of one workload from a reused renderer.
struct Run {
    /// Cost of one picture.
    struct Picture {
        var png: [UInt8]
        /// Seconds, from data in memory to PNG bytes.
        var time: Double
        var statistics: RenderStatistics
    }

    private let arguments: Arguments
    private let renderer = Renderer()

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(_ answer: inout Answer) async throws {
        guard arguments.variant == "default" else { throw Skip(reason: "no such variant here") }
        renderer.startOpening()
        let workload = try Workload(arguments.workload, count: arguments.count, isOnce: arguments.mode == .once)
        let first = try await picture(0, of: workload)
        answer.add("first_s", first.time)
        var last = first
        switch arguments.mode {
        case .once: break
        case .warm: last = try await warm(workload, &answer) ?? first
        case .throughput: last = try await throughput(workload, &answer) ?? first
        }
        answer.add("png_bytes", last.png.count)
        answer.add("renderer", last.statistics.renderer)
        answer.add("vertices", last.statistics.vertices)
        answer.add("draws", last.statistics.draws)
        if let path = arguments.out { try write(last.png, to: path) }
        await renderer.close()
    }

    // MARK: Modes

    /// Renders pictures until the budget is spent, within the requested minimum and maximum.
    private func warm(_ workload: Workload, _ answer: inout Answer) async throws -> Picture? {
        var (times, stages) = ([Double](), Stages())
        var last: Picture?
        let end = now() + arguments.budget
        while times.count < arguments.maximum, times.count < arguments.minimum || now() < end {
            let picture = try await picture(times.count + 1, of: workload)
            times.append(picture.time)
            stages.add(picture)
            last = picture
        }
        answer.add("times_s", times)
        var phases = Answer()
        for (name, seconds) in stages.medians { phases.add(name, seconds) }
        answer.add("phases_s", phases)
        if arguments.stages { stages.print() }
        return last
    }

    /// Waits for a line, then draws charts one after another for the requested time.
    private func throughput(_ workload: Workload, _ answer: inout Answer) async throws -> Picture? {
        for index in 1...3 { _ = try await picture(index, of: workload) }
        print("READY")
        fflush(nil)
        _ = readLine()
        var times: [Double] = []
        var last: Picture?
        let start = now()
        while now() - start < arguments.seconds {
            let picture = try await picture(10 + times.count, of: workload)
            times.append(picture.time)
            last = picture
        }
        let elapsed = now() - start
        answer.add("charts", times.count)
        answer.add("elapsed_s", elapsed)
        answer.add("per_s", Double(times.count) / elapsed)
        answer.add("p50_s", times.quantile(0.5))
        answer.add("p99_s", times.quantile(0.99))
        return last
    }

    // MARK: One picture

    private func picture(_ index: Int, of workload: Workload) async throws -> Picture {
        let start = now()
        let image = try await renderer.render(workload.chart(index), for: .png)
        let rendered = now()
        let png = try image.encoded(as: .png)
        let end = now()
        var statistics = image.statistics
        statistics.milliseconds.encode += (end - rendered) * 1_000
        return Picture(png: png, time: end - start, statistics: statistics)
    }

    /// Seconds of a monotonic clock.
    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw Unwritten(path: path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw Unwritten(path: path) }
    }

    struct Unwritten: Error, CustomStringConvertible {
        var path: String
        var description: String { "cannot write \(path)" }
    }
}
