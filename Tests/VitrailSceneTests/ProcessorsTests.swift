import Testing
import VitrailSystem

@Suite("Processors")
struct ProcessorsTests {
    private func quota(_ files: [String: String]) -> Int { Processors.quota { files[$0] } }

    @Test("a control group's share of time is as many processors as it takes to use it up")
    func shares() {
        for (text, count) in [
            ("200000 100000\n", 2), ("150000 100000", 2), ("10000 100000", 1), ("max 100000", Int.max), ("", .max),
            ("0 100000", .max), ("-1 100000", .max), ("100000 0", .max),
            ("1e300 1", 1_000_000), ("nan 100000", .max), ("100000", .max),
        ] { #expect(quota(["/sys/fs/cgroup/cpu.max": text]) == count, "\(text)") }
    }

    @Test("of groups in groups the least holds; a process' own path is followed")
    func groups() {
        let files = [
            "/proc/self/cgroup": "12:cpu:/other\n0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000",
            "/sys/fs/cgroup/a/cpu.max": "300000 100000",
            "/sys/fs/cgroup/cpu.max": "800000 100000", "/sys/fs/cgroup/other/cpu.max": "100000 100000",
        ]
        #expect(quota(files) == 3)
        #expect(quota(files.merging(["/proc/self/cgroup": "0::/\n"]) { $1 }) == 8)
    }

    @Test("the first version of control groups has two files")
    func firstVersion() {
        let (time, period) = ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us")
        #expect(quota([time: "250000\n", period: "100000\n"]) == 3)
        #expect(quota([time: "-1\n", period: "100000\n"]) == .max && quota([time: "100000\n"]) == .max)
    }

    @Test("processors that the process may run on are counted from its mask")
    func mask() {
        for (line, count) in [
            ("Cpus_allowed:\tf", 4), ("Cpus_allowed:\tff,00000001", 9), ("Cpus_allowed:\t00000000,80000000", 1),
        ] {
            #expect(
                Processors.allowed { $0 == "/proc/self/status" ? "Name:\tx\n\(line)\nCpus_allowed_list:\t0-3\n" : nil }
                    == count, "\(line)")
        }
        #expect(Processors.allowed { _ in nil } >= 1)
    }

    @Test("there is at least one")
    func count() { #expect((1...4096).contains(Processors.count)) }
}
