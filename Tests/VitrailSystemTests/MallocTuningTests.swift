#if canImport(Glibc)
    import Foundation
    import Glibc
    import Testing
    import VitrailSystem

    @Suite("Freed memory")
    struct FreedMemoryTests {
        @Test("pictures that follow each other get the pages of those before")
        func pagesAreUsedAgain() async {
            // Run in a separate process: the setting holds for the whole process.
            await #expect(processExitsWith: .success) {
                guard MallocTuning.retainFreedMemory() else { exit(1) }
                Self.makePictures(1)
                let before = Self.pageFaults()
                Self.makePictures(10)
                exit(Self.pageFaults() - before < 1_000 ? 0 : 2)
            }
        }

        @Test("so do those of a thread whose first heap is full")
        func pagesOfFurtherHeapsAreUsedAgain() async {
            await #expect(processExitsWith: .success) {
                guard MallocTuning.retainFreedMemory() else { exit(1) }
                let thread = Thread {
                    // A heap holds 64 MiB; next to these arrays no picture fits.
                    let kept = (1...63).map { [UInt8](repeating: UInt8($0), count: 1 << 20) }
                    Self.makePicture(1)
                    let before = Self.pageFaults()
                    for i in 1...20 { Self.makePicture(UInt8(i)) }
                    exit(Self.pageFaults() - before < 1_000 && kept.count == 63 ? 0 : 2)
                }
                thread.start()
                while true { sleep(1) }
            }
        }

        /// A picture of 800 × 400, 313 pages: too small for a large page.
        private static func makePicture(_ byte: UInt8) {
            let picture = [UInt8](repeating: byte, count: 800 * 400 * 4)
            precondition(picture[1 << 20] == byte)
        }

        /// Three pictures of 1920 × 1080 at a time: 6,000 pages.
        private static func makePictures(_ rounds: Int) {
            for _ in 0..<rounds {
                let pictures = (1...3).map { [UInt8](repeating: UInt8($0), count: 1920 * 1080 * 4) }
                precondition(pictures.allSatisfy { $0[1 << 20] > 0 })
            }
        }

        private static func pageFaults() -> Int {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_minflt
        }
    }
#endif
