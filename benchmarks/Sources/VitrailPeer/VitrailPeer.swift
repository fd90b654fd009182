import Glibc
import Vitrail

/// Vitrail with the common command line of the renderers in `peers/`, so that all are timed alike; see
/// `benchmarks/README.md`.
///
///     vitrail-peer --workload L1 --n 1000000 --mode warm --budget 2 --out line.png --stages
@main
struct VitrailPeer {
    static func main() async {
        MallocTuning.retainFreedMemory()
        let arguments: Arguments
        do {
            arguments = try Arguments(CommandLine.arguments.dropFirst())
        } catch {
            fail("\(error)\n\(Arguments.usage)", code: 64)
        }
        var answer = Answer()
        answer.add("peer", "vitrail")
        answer.add("workload", arguments.workload)
        answer.add("variant", arguments.variant)
        answer.add("n", arguments.count)
        do {
            try await Run(arguments).run(&answer)
        } catch let skip as Skip {
            answer.add("skip", skip.reason)
        } catch {
            fail("\(error)", code: 1)
        }
        answer.add("maxrss_mib", peakResidentMemory())
        print("RESULT \(answer.json)")
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        let line = Array("vitrail-peer: \(text)\n".utf8)
        write(STDERR_FILENO, line, line.count)
        exit(code)
    }
}

/// A workload that this renderer does not support.
struct Skip: Error {
    var reason: String
}

/// Peak resident size of this process, MiB; 0 if the system does not report it.
private func peakResidentMemory() -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if text.hasPrefix("VmHWM:"),
            let kilobytes = text.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
        {
            return kilobytes / 1024
        }
    }
    return 0
}
