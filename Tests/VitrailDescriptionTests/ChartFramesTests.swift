import Foundation
import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailDescription

@Suite struct ChartFramesTests {
    private static let base =
        #""data": {"d": {"values": {"y": [1, 2], "z": [3, 4]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]"#

    private func description(_ rest: String) throws(DescriptionError) -> ChartDescription {
        try ChartDescription(json: "{\(Self.base), \(rest)}")
    }

    private func charts(_ description: ChartDescription) throws -> [ChartFrameReader.Frame] {
        var reader = try #require(ChartFrameReader(description))
        var frames: [ChartFrameReader.Frame] = []
        while let frame = try reader.next() { frames.append(frame) }
        return frames
    }

    @Test func eachFrameIsMergedOverTheOneBefore() throws {
        let frames = try charts(
            description(
                """
                "title": "A", "frameDelay": 0.5, "frames": [
                  {}, {"title": "B", "legend": {"title": "L"}}, {"legend": {"position": "topLeft"}, "frameDelay": 2}, {"title": null},
                  {"data": {"d": {"values": {"y": [7, 8, 9]}}}, "series": [{"type": "column", "data": "d", "y": "y"}]}]
                """))
        #expect(frames.map(\.chart.title) == ["A", "B", "B", "", ""])
        #expect(frames.map(\.delay) == [0.5, 0.5, 2, 0.5, 0.5])
        #expect(
            frames[2].chart.legend.title == "L" && frames[2].chart.legend.position == .topLeft
                && frames[1].chart.legend.position != .topLeft)
        let last = try #require(frames[4].chart.series.first as? ColumnSeries)
        #expect(last.columns.count == 3)
    }

    @Test func aChartWithoutFramesHasNoReader() throws {
        #expect(ChartFrameReader(try ChartDescription(json: "{\(Self.base)}")) == nil)
        #expect(try charts(description(#""frames": [{}]"#)).map(\.delay) == [0.1])
    }

    @Test(arguments: [
        (#""frames": [{}, {"series": [{"type": "line", "data": "d"}]}]"#, #"frames[1].series[0]: "y" is missing"#),
        (#""frames": [{}, {"titel": "A"}]"#, #"frames[1].titel: unknown key; did you mean "title"?"#),
        (#""frames": [{"frames": []}]"#, "frames[0].frames: a frame cannot contain frames"),
        (#""frames": [{"frames": null}]"#, "frames[0].frames: a frame cannot contain frames"),
        (#""frames": [{}, {"scale": 2}]"#, "frames[1].scale: all frames have the size of the chart, 960 × 540 pixels"),
        (
            #""frames": [{"size": {"width": 10, "height": 9}}]"#,
            "frames[0].size: all frames have the size of the chart, 960 × 540 pixels"
        ),
        (#""frames": [{"frameDelay": 0}]"#, "frames[0].frameDelay: 0 is outside 0.01…3600"),
        (#""frames": [3]"#, "frames[0]: expected an object, found a number"),
        (#""frames": {}"#, "frames: expected a list, found an object"),
        (#""frames": [{}], "frameDelay": 4000"#, "frameDelay: 4000 is outside 0.01…3600"),
        (#""frames": [{"data": {"d": null}}]"#, #"frames[0].series[0].data: no data are named "d""#),
    ])
    func faultsOfTheTextNameTheirFrame(rest: String, expected: String) {
        let message = DescriptionFiles.message { () throws(DescriptionError) in try description(rest) }
        #expect(message?.hasPrefix(expected) == true, "\(message ?? "none")")
    }

    @Test func faultsOfDataNameTheirFrame() throws {
        #expect(
            throws: DescriptionError(
                path: "frames[1].series[0].y", message: "column \"w\" not found in data \"d\"; there are y, z")
        ) {
            try charts(description(#""frames": [{}, {"series": [{"type": "line", "data": "d", "y": "w"}]}]"#))
        }
        // A fault of the chart is not attributed to the first frame.
        let wrong = Self.base.replacingOccurrences(of: "\"y\": \"y\"", with: "\"y\": \"w\"")
        let error = #expect(throws: DescriptionError.self) {
            try charts(ChartDescription(json: "{\(wrong), \"frames\": [{}]}"))
        }
        #expect(error?.path == "series[0].y")
    }

    @Test func framesAreBounded() throws {
        let many = "[" + String(repeating: "{},", count: 10_000) + "{}]"
        #expect(
            DescriptionFiles.message { () throws(DescriptionError) in try description("\"frames\": \(many)") }
                == "frames: 10001 elements are more than 10000")
        // A short text that expands to a long one: 500 annotations in each of 1,000 frames.
        let notes = Array(repeating: #"{"type": "text", "text": "a", "x": 1, "y": 2}"#, count: 1000).joined(
            separator: ",")
        let frames = "[" + Array(repeating: "{}", count: 2000).joined(separator: ",") + "]"
        let message = DescriptionFiles.message { () throws(DescriptionError) in
            try description("\"annotations\": [\(notes)], \"frames\": \(frames)")
        }
        #expect(
            message?.hasPrefix("frames: frames 0 to ") == true
                && message?.hasSuffix("hold more than 4194304 values together") == true, "\(message ?? "none")")
    }

    /// The file is deleted after the first frame, so a second read would fail.
    @Test func aTableIsReadOnceForFramesThatLeaveItAlone() throws {
        let path = NSTemporaryDirectory() + "frames-\(UUID().uuidString).csv"
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        try write("x,y\n1,2\n3,4\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let description = try ChartDescription(
            json: """
                {"data": {"d": {"csv": "\(path)"}}, "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}],
                 "frames": [{}, {"title": "B"}, {"data": {"d": {"where": {"x": 1}}}}]}
                """)
        var reader = try #require(ChartFrameReader(description))
        _ = try reader.next()
        try write("x,y\n1,2\n3,4\n5,6\n")
        let second = try #require(try reader.next()?.chart.series.first as? LineSeries)
        #expect(second.columns.count == 2)
        try FileManager.default.removeItem(atPath: path)
        let error = #expect(throws: DescriptionError.self) { _ = try reader.next() }
        #expect(error?.path.hasPrefix("frames[2]") == true && error?.kind == .noInput, "\(String(describing: error))")
    }

    @Test func theEstimateIsTheLargestFrames() throws {
        let still = try ChartDescription(json: "{\(Self.base)}")
        let values = (0..<5000).map(String.init).joined(separator: ",")
        let animated = try description(
            "\"frames\": [{}, {\"data\": {\"d\": {\"values\": {\"y\": [\(values)]}}}}, {\"data\": {\"d\": {\"values\": {\"y\": [1]}}}}]"
        )
        var big = still
        big.data["d"] = .values(["y": .numbers((0..<5000).map { Double($0) })])
        let size = PixelSize(width: 960, height: 540)
        #expect(try animated.memoryEstimate(size: size).total == big.memoryEstimate(size: size).total)
        #expect(try animated.memoryEstimate(size: size).total > still.memoryEstimate(size: size).total)
    }
}
