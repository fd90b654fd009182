import Testing

@testable import VitrailWorkers

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct FrameStreamTests {
    /// Two ends of a socket.
    private final class Ends {
        let a: CInt
        let b: CInt
        init() {
            var ends: [CInt] = [-1, -1]
            precondition(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            (a, b) = (ends[0], ends[1])
        }
        deinit {
            close(a)
            close(b)
        }
    }

    @Test func framesArriveAsTheyWereSent() throws {
        let ends = Ends()
        let (near, far) = (FrameStream(ends.a, limit: 1 << 20), FrameStream(ends.b, limit: 1 << 20))
        var request = WorkerRequest(.description)
        (request.format, request.width, request.fileNames) = ("webp", 12.5, ["ä.csv"])
        try near.send(request, [[1, 2, 3], [], [UInt8](repeating: 7, count: 50_000)])
        let frame = try far.receive()
        let got = try frame.decoded(WorkerRequest.self)
        #expect(got.format == "webp" && got.width == 12.5 && got.fileNames == ["ä.csv"] && got.notation == .description)
        #expect(frame.parts.map(\.count) == [3, 0, 50_000])
        #expect(frame.parts[2].allSatisfy { $0 == 7 })
    }

    @Test func aFrameBeyondTheLimitIsRefusedBeforeMemoryIsTaken() {
        let ends = Ends()
        // A header of 2 bytes, one part of 2⁶³ bytes.
        let lie: [UInt8] = [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128]
        #expect(write(ends.a, lie, lie.count) == lie.count)
        #expect(throws: FrameStream.Failure.malformed) { try FrameStream(ends.b, limit: 1 << 20).receive() }
    }

    @Test func aSilentOtherEndIsWaitedForUntilTheDeadline() {
        let ends = Ends()
        let begin = ContinuousClock.now
        #expect(throws: FrameStream.Failure.timedOut) {
            try FrameStream(ends.b, limit: 100).receive(until: begin + .milliseconds(100))
        }
        #expect(ContinuousClock.now - begin >= .milliseconds(100))
    }

    @Test func aClosedOtherEndIsSeenAtOnce() {
        let ends = Ends()
        shutdown(ends.a, CInt(SHUT_RDWR))
        #expect(throws: FrameStream.Failure.closed) { try FrameStream(ends.b, limit: 100).receive() }
        #expect(throws: FrameStream.Failure.closed) {
            try FrameStream(ends.b, limit: 100).send(
                WorkerRequest(.description), [[UInt8](repeating: 0, count: 1 << 20)])
        }
    }
}
