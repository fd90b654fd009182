import Testing

@testable import VitrailCore

@Suite("Tick hooks")
struct TickHookTests {
    private func room(adjust: ((inout TickFrequencies) -> Void)? = nil) -> TickRoom {
        TickRoom(length: 100, extent: { Double($0.count) * 6 + 6 }, wantsMinor: true, adjust: adjust)
    }

    @Test("custom ticks are exactly the values in range, all major")
    func custom() {
        let axis = NumberAxis()
        axis.majorTickValues = [9, 1, 4, 40, .nan]
        let ticks = axis.ticks(in: NumberRange(0, 10), room: room())
        #expect(ticks.map(\.value) == [1, 4, 9])
        #expect(ticks.map(\.label) == ["1", "4", "9"])
        #expect(ticks.map(\.isMajor) == [true, true, true])
        #expect(axis.currentMajorTickFrequency == nil)
    }

    @Test("the frequency hook sees what was chosen and decides")
    func adjust() {
        let axis = NumberAxis()
        var seen: TickFrequencies?
        let ticks = axis.ticks(in: NumberRange(0, 10), room: room { seen = $0; $0.major = 5; $0.minor = nil })
        #expect(seen == TickFrequencies(major: 2, minor: 0.5))
        #expect(ticks.map(\.value) == [0, 5, 10])
        #expect(axis.currentMajorTickFrequency == 5)
        #expect(axis.currentMinorTickFrequency == nil)
    }

    @Test("minor ticks have labels only when somebody reads them")
    func minorLabels() {
        for type in AxisType.allCases where type != .category {
            let axis = type.makeAxis()
            for isWanted in [true, false] {
                var room = room()
                room.wantsMinorLabels = isWanted
                let minors = axis.ticks(in: NumberRange(1, 1e4), room: room).filter { !$0.isMajor }
                #expect(!minors.isEmpty && minors.count { !$0.label.isEmpty } == (isWanted ? minors.count : 0), "\(type)")
            }
        }
    }
}
