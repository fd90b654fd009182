#if canImport(Glibc)
    import Glibc
    import Testing
    import VitrailCore

    @Suite("Freed memory")
    struct FreedMemoryTests {
        @Test("pictures that follow each other get the pages of those before")
        func pagesAreUsedAgain() async {
            // A process of its own: the setting holds for all of it.
            await #expect(processExitsWith: .success) {
                guard FreedMemory.keepForNextPicture() else { exit(1) }
                Self.makePictures(1)
                let before = Self.pageFaults()
                Self.makePictures(10)
                exit(Self.pageFaults() - before < 1_000 ? 0 : 2)
            }
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
