import Testing

@testable import VitrailLive

@Suite struct PacingTests {
    // An expectation cannot change a value.
    private func acknowledge(_ pacing: inout FramePacing, _ index: Int) -> Bool { pacing.acknowledge(index) }
    private func send(_ pacing: inout FramePacing) -> Int { pacing.send() }

    @Test func atMostTwoFramesAreUnderWay() {
        var pacing = FramePacing(frameRate: 10)
        func step(_ now: Double) -> FramePacing.Step { pacing.step(now: now, needsPicture: true, needsTime: false) }
        #expect(step(0) == .draw)
        pacing.begin(now: 0)
        #expect(send(&pacing) == 1)
        #expect(step(1) == .draw)
        pacing.begin(now: 1)
        #expect(send(&pacing) == 2)
        #expect(step(2) == .rest)
        #expect(acknowledge(&pacing, 1))
        #expect(pacing.underWay == 1)
        #expect(step(2) == .draw)
    }

    @Test func framesKeepTheirDistanceInTime() {
        var pacing = FramePacing(frameRate: 10)
        pacing.begin(now: 5)
        #expect(pacing.step(now: 5.04, needsPicture: true, needsTime: false) == .wait(5 + 0.1 - 5.04))
        #expect(pacing.step(now: 5.11, needsPicture: true, needsTime: false) == .draw)
        #expect(pacing.step(now: 5.11, needsPicture: false, needsTime: false) == .rest)
        // Something may begin to move by itself.
        #expect(pacing.step(now: 5.11, needsPicture: false, needsTime: true) == .wait(0.1))
    }

    @Test func onlySentFramesAreAcknowledged() {
        var pacing = FramePacing(frameRate: 10)
        #expect(!acknowledge(&pacing, 0))
        #expect(!acknowledge(&pacing, 1))
        _ = pacing.send()
        _ = pacing.send()
        #expect(!acknowledge(&pacing, 3))
        #expect(!acknowledge(&pacing, -1))
        // One for both, and the first one again.
        #expect(acknowledge(&pacing, 2))
        #expect(acknowledge(&pacing, 1))
        #expect(pacing.underWay == 0)
        _ = pacing.send()
        pacing.reset()
        #expect(pacing.underWay == 0)
    }
}
