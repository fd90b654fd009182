import CGL
import Foundation
import Testing
import VitrailConformance
import VitrailDrawList
import VitrailGL
import VitrailScene
import VitrailShaders
import VitrailTestSupport

@Suite("What frames take")
struct FrameMeasureTests {
    @Test("the middle and the quartiles of trials, in whatever order")
    func spread() throws {
        #expect(FrameMeasure.Spread([]) == nil)
        let odd = try #require(FrameMeasure.Spread([5, 1, 4, 2, 3]))
        #expect((odd.median, odd.lower, odd.upper) == (3, 2, 4))
        let even = try #require(FrameMeasure.Spread([8, 1, 2, 3]))
        #expect((even.median, even.lower, even.upper) == (2.5, 2, 3))
        let one = try #require(FrameMeasure.Spread([7]))
        #expect((one.median, one.lower, one.upper) == (7, 7, 7))
        let two = try #require(FrameMeasure.Spread([9, 7]))
        #expect((two.median, two.lower, two.upper) == (8, 7, 9))
    }

    /// The null driver runs on top of a recording driver.
    @Test("the null driver lets through what opens a context and names objects, and nothing that draws")
    func null() throws {
        let calls = try RecordingDriver.record { driver in
            let session = try GLSession(
                GLOptions(), driver: NullDriver.over(driver), shaders: { ShaderLibrary.source(of: $0) })
            defer { session.close() }
            RecordingDriver.forgetCalls()
            let size = PixelSize(width: 20, height: 10)
            let quad = QuadVertex(
                rect: PlotRect(minX: 0, minY: 0, maxX: 9, maxY: 9),
                texels: PlotRect(minX: 0, minY: 0, maxX: 9, maxY: 9), color: 0)
            let draw = Draw(
                program: .box, blend: .over, buffer: 0, firstVertex: 0, instanceCount: 1, textures: [],
                uniforms: DrawUniforms(size: size),
                scissor: PixelRect(x: 0, y: 0, width: 20, height: 10), label: "")
            let list = DrawList(
                size: size, background: .white, buffers: [.quad([quad])],
                commands: [.target(.mask, clear: nil), .target(.canvas, clear: nil), .draw(draw)])
            #expect(try session.draw(list).image.size == size)
            return RecordingDriver.calls
        }.result
        #expect(!calls.isEmpty)
        #expect(
            calls.allSatisfy { $0.name.hasPrefix("glGen") || $0.name.hasPrefix("glDelete") }, "\(calls.map(\.name))")
    }

    @Test(
        "a worker measures the first Scene of a case and still judges it",
        .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
    func worker() throws {
        var setting = Workers.setting()
        setting.trials = 4
        var runner = CaseRunner(
            ["series.line.horizontal.scale1", "gl.scissor.draw.inside", "series.pie.round.scale1"],
            program: Workers.program, setting: setting)
        let results = try runner.run().results
        for name in ["series.line.horizontal.scale1", "series.pie.round.scale1"] {
            let result = try #require(results[name])
            let frames = try #require(result.frames)
            #expect(result.status == .pass && frames.trials == 4)
            #expect(
                frames.frame.median >= frames.upload.median && frames.draw.median > 0 && frames.tessellation.median > 0
                    && frames.own.median > 0)
            // `own` uses a driver that draws nothing.
            #expect(frames.own.median < frames.frame.median)
        }
        #expect(results["gl.scissor.draw.inside"]?.frames == nil)
    }

    @Test("table and CSV have a row for each case that was measured")
    func tables() throws {
        let spread = try #require(FrameMeasure.Spread([1, 2, 3]))
        let json =
            "{\"trials\":3,"
            + ["frame", "upload", "draw", "readback", "tessellation", "own"].map {
                "\"\($0)\":{\"median\":2,\"lower\":1.5,\"upper\":2.25}"
            }.joined(separator: ",") + "}"
        let frames = try JSONDecoder().decode(FrameMeasure.self, from: Data(json.utf8))
        #expect(spread.median == 2)
        var results = [CaseResult(name: "a.measured", status: .pass), CaseResult(name: "a.other", status: .pass)]
        results[0].frames = frames
        let report = RunReport(
            device: DeviceReport(),
            results: results.map { JudgedResult(result: $0, verdict: .pass, attempts: [.pass]) }, seconds: 1,
            arguments: [])
        let lines = FrameTable.text(report).split(separator: "\n")
        #expect(
            lines.count == 3
                && lines[2].split(separator: " ") == [
                    "a.measured", "2.000", "1.500", "2.250", "2.000", "2.000", "2.000", "-", "2.000", "2.000",
                ])
        let csv = FrameTable.csv(report).split(separator: "\n")
        #expect(csv.count == 2 && csv[0].split(separator: ",").count == 23)
        #expect(
            csv[1].split(separator: ",", omittingEmptySubsequences: false).count == 23
                && csv[1].hasPrefix("a.measured,3,2.000000,1.500000,2.250000,"))
    }
}
