import Foundation
import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailDescription
@testable import VitrailTessellation

#if canImport(Glibc)
    import Glibc
#endif

/// Charts of extreme numbers are drawn or rejected. None ends the process or takes long, and all vertices are finite.
///
/// `VITRAIL_EXTREME_CHARTS=100000` makes more charts, `VITRAIL_EXTREME_START=40000` begins at another seed.
/// `VITRAIL_EXTREME_SEED=4711` makes one chart again and prints its description.
@Suite struct ExtremeChartTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let schema = Result {
        try DescriptionSchema(path: "\(DescriptionFiles.root)/docs/schema/chart.schema.json")
    }

    @Test func chartsOfExtremeNumbersAreDrawnOrRefused() throws {
        let schema = try Self.schema.get()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-extremes-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let only = Self.environment["VITRAIL_EXTREME_SEED"].flatMap { UInt64($0) }
        let start = Self.environment["VITRAIL_EXTREME_START"].flatMap { UInt64($0) } ?? 0
        let count = Self.environment["VITRAIL_EXTREME_CHARTS"].flatMap { UInt64($0) } ?? 10_000
        var drawn = 0
        var refused: [String: Int] = [:]
        SeedNote.install()
        defer { SeedNote.remove() }
        for seed in only.map({ $0..<$0 + 1 }) ?? start..<start + count {
            let description = ExtremeDescription(seed: seed, schema: schema)
            if only != nil { print(description.json, description.files.mapValues(\.count), description.laterRanges) }
            for (name, bytes) in description.files { try bytes.write(to: folder.appendingPathComponent(name)) }
            SeedNote.set(seed)
            let began = Self.processorSeconds
            do {
                try Self.draw(description, seed: seed, folder: folder.path)
                drawn += 1
            } catch {
                let text = "\(error)"
                #expect(!text.isEmpty)
                if only != nil { print(text) }
                refused[text.replacing(/[0-9.e+-]+/, with: "#"), default: 0] += 1
            }
            let seconds = Self.processorSeconds - began
            // Foundation takes a millisecond per date of a lunar calendar.
            let limit = description.json.contains("\"chinese\"") ? 6 * Self.limit : Self.limit
            #expect(seconds < limit, "seed \(seed) takes \(seconds) s of processor time")
        }
        if Self.environment["VITRAIL_EXTREME_REFUSED"] != nil {
            for (text, number) in refused.sorted(by: { $0.value > $1.value }).prefix(60) {
                print(number, text.prefix(300))
            }
            print("drawn", drawn, "of", count)
        }
        // Random keys may exclude each other, so some charts are rejected.
        if only == nil { #expect(4 * drawn > Int(count), "many are drawn, or nothing is tested") }
    }

    /// Processor time of this thread only, because other threads run tests in parallel.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static let limit = 5.0

    private static func draw(_ description: ExtremeDescription, seed: UInt64, folder: String) throws {
        let chart = try ChartDescription(json: description.json, directory: folder).makeChart()
        try check(chart, seed: seed, picture: 0)
        for (picture, ranges) in description.laterRanges.enumerated() {
            _ = chart.xAxis?.setRange(ranges.x.lowerBound, ranges.x.upperBound)
            _ = chart.yAxis?.setRange(ranges.y.lowerBound, ranges.y.upperBound)
            try check(chart, seed: seed, picture: picture + 1)
        }
    }

    private static func check(_ chart: Chart, seed: UInt64, picture: Int) throws {
        let plan = try plan(chart)
        for usesBlocks in seed % 4 == 0 ? [true, false] : [true] {
            let list = tessellate(plan.scene, usesBlocks: usesBlocks)
            for (index, buffer) in list.buffers.enumerated() {
                let odd = buffer.firstOddVertex
                #expect(odd == nil, "seed \(seed), picture \(picture), buffer \(index): \(odd ?? "")")
            }
            for (index, texture) in list.textures.enumerated() {
                let odd = texture.firstOddVertex
                #expect(odd == nil, "seed \(seed), picture \(picture), texture \(index): \(odd ?? "")")
            }
        }
    }
}

/// Reports the current seed on standard error if the process dies or a chart hangs.
private enum SeedNote {
    private nonisolated(unsafe) static let text = UnsafeMutablePointer<CChar>.allocate(capacity: 200)
    private nonisolated(unsafe) static var before: [Int32: sigaction] = [:]
    /// Not SIGBUS: while these tests run, others open mapped files, whose handler `remove` would replace by an older one.
    private static let signals = [SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGABRT, SIGALRM]
    /// Seconds; a busy machine may use nearly all of them.
    private static let timeoutScale: UInt32 = 120

    static func install() {
        set(0)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { signal in
                _ = write(2, SeedNote.text, strlen(SeedNote.text))
                if signal == SIGALRM { abort() }
                // The instruction is repeated, and the previous handler receives the signal.
                var old = SeedNote.before[signal] ?? sigaction()
                sigaction(signal, &old, nil)
            }
            var old = sigaction()
            sigaction(signal, &action, &old)
            before[signal] = old
        }
    }

    static func set(_ seed: UInt64) {
        _ = "\nExtremeChartTests: ends or hangs with VITRAIL_EXTREME_SEED=\(seed)\n".withCString {
            strncpy(text, $0, 199)
        }
        alarm(timeoutScale)
    }

    static func remove() {
        alarm(0)
        for (signal, action) in before {
            var action = action
            sigaction(signal, &action, nil)
        }
    }
}

extension VertexData {
    /// The first vertex with a non-finite number.
    fileprivate var firstOddVertex: String? {
        switch self {
        case .line(let all): all.firstOdd { [$0.x, $0.y, $0.run] }
        case .area(let all): all.firstOdd { [$0.along, $0.first, $0.second, $0.run] }
        case .block(let all): all.firstOdd { $0.box.sides + $0.first.lanes + $0.count.lanes }
        case .envelope(let all): all.firstOdd { $0.box.sides + [$0.texel.x, $0.texel.y] }
        case .stroke(let all):
            all.firstOdd {
                $0.box.sides + [
                    $0.x, $0.y, $0.normalX, $0.normalY, $0.first, $0.count, $0.halfWidth, $0.rarestX, $0.rarestY,
                ]
            }
        case .rect(let all): all.firstOdd { $0.rect.sides + $0.box.sides + [$0.tipRadius, $0.tip, $0.strokeWidth] }
        case .disc(let all): all.firstOdd { [$0.x, $0.y, $0.radius] }
        case .sector(let all):
            all.firstOdd {
                $0.box.sides + [$0.x, $0.y, $0.innerRadius, $0.outerRadius, $0.midAngle, $0.halfSweep, $0.crustWidth]
            }
        case .sectorEdge(let all):
            all.firstOdd {
                $0.box.sides + [
                    $0.x, $0.y, $0.radius, $0.bend, $0.inwardsX, $0.inwardsY, $0.side.crustWidth, $0.beyond.crustWidth,
                ]
            }
        case .quad(let all): all.firstOdd { $0.rect.sides + $0.texels.sides }
        case .resident, .samples: nil
        }
    }
}

extension TextureData {
    fileprivate var firstOddVertex: String? {
        switch self {
        case .slices(let all): all.firstOdd { [$0.along, $0.first, $0.second, $0.run] }
        case .envelope(let all):
            all.firstOdd {
                $0.firstLow.lanes + $0.firstHigh.lanes + $0.secondLow.lanes + $0.secondHigh.lanes + $0.weight.lanes
            }
        case .segments(let all):
            all.firstOdd { [$0.start.x, $0.start.y, $0.direction.x, $0.direction.y] + $0.extent.lanes }
        default: nil
        }
    }
}

extension Array {
    fileprivate func firstOdd(_ numbers: (Element) -> [Float]) -> String? {
        for (index, element) in enumerated() where !numbers(element).allSatisfy(\.isFinite) {
            return "[\(index)] \(element)"
        }
        return nil
    }
}

extension PlotRect {
    fileprivate var sides: [Float] { [minX, minY, maxX, maxY] }
}

extension SIMD4<Float> {
    fileprivate var lanes: [Float] { [x, y, z, w] }
}
