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
        pacing.take(1)
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
        // One that waits cannot have been seen.
        pacing.take(1)
        #expect(!acknowledge(&pacing, 2))
        pacing.take(7)
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

@Suite struct ResolutionTests {
    /// The shares after frames that took so long.
    private func shares(_ trips: [Double]) -> [Double] {
        var (resolution, now) = (AdaptiveResolution(), 0.0)
        return trips.enumerated().map { index, trip in
            resolution.send(index, now: now)
            now += trip
            resolution.acknowledge(index, now: now)
            return resolution.share
        }
    }

    @Test func slowFramesLoseHalfOfTheirSidesAtATime() {
        #expect(shares([0.01, 0.2, 0.2, 0.2]) == [1, 0.5, 0.25, 0.25])
        #expect(shares([0.01, 0.2, 0.05, 0.2, 0.02, 0.02]) == [1, 0.5, 0.5, 0.25, 0.5, 1])
    }

    @Test func aLongWayIsNoReasonForFewerPixels() { #expect(shares([0.3, 0.32, 0.39]) == [1, 1, 1]) }

    @Test func oneAcknowledgementCountsForAllFramesBeforeIt() {
        var resolution = AdaptiveResolution()
        resolution.send(1, now: 0)
        resolution.acknowledge(1, now: 0.01)
        resolution.send(2, now: 1)
        resolution.send(3, now: 1.1)
        resolution.acknowledge(3, now: 1.4)
        resolution.acknowledge(2, now: 9)
        #expect(resolution.share == 0.5)
    }
}
