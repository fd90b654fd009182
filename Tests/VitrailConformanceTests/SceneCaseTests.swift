import Foundation
import Testing
import VitrailConformance
import VitrailImage
import VitrailReference
import VitrailScene
import VitrailTessellation
import VitrailTestSupport

/// A few cases of each kind, on the same driver as the other tests; the command runs all of them.
@Suite("Cases that draw", .enabled("\(RealDriver.reason)") { await RealDriver.isAvailable() })
struct SceneCaseTests {
    private static let few = [
        "series.line.horizontal.scale1", "series.pie.round.scale1", "shape.rect.tip.top.outline1",
        "shape.disc.overlapping", "shape.line.zigzag.w4", "shape.line.zigzag.w12",
        "clip.area.inside", "blend.premultiplied.over", "blend.order.disc_over_line", "shape.picture.glyphs",
        "invariant.translation.sector",
        "invariant.clip_is_crop.line", "text.script.latin", "gl.vertex_format.short.x3.normalized",
        "gl.instancing.divisor2.elements", "gl.restart.strip.ushort", "gl.index.uint.fan.from6",
        "blend.factor.one.one_minus_src_alpha", "blend.equation.max.over", "gl.scissor.clear.inside",
        "gl.framebuffer.rgb565.texture.gradient",
        "readback.pbo.rgba8", "gl.surface.pbuffer.resized", "stress.vertices.1e4",
        "gl.surface.pbuffer_is_framebuffer.line", "robust.vertex.triangle.nan", "robust.scene.line.nan",
    ]

    @Test("pass")
    func pass() throws {
        let statuses = try Workers.statuses(Self.few)
        #expect(statuses == Dictionary(uniqueKeysWithValues: Self.few.map { ($0, CaseStatus.pass) }))
    }

    /// On Mesa, hides the named extensions; has no effect on other drivers.
    @Test(
        "what needs to blend in 32-bit floats is not held against a device that cannot",
        arguments: ["-GL_EXT_float_blend", "-GL_EXT_color_buffer_half_float -GL_EXT_color_buffer_float"])
    func withoutFloats(hidden: String) throws {
        let names =
            ["shape.rect.slivers.w0_02", "shape.rect.slivers.w0_3"]
            + ["texture", "renderbuffer"].flatMap { kind in
                ["over", "add"].map { "gl.framebuffer.rgba32f.\(kind).\($0)" }
            }
        let program = ["/usr/bin/env", "MESA_EXTENSION_OVERRIDE=\(hidden)"] + Workers.program
        var runner = CaseRunner(names + ["selftest.device"], program: program, setting: Workers.setting())
        let (results, device) = try runner.run()
        let isHidden =
            device?.extensions.contains("GL_EXT_float_blend") == false
            || device?.extensions.contains("GL_EXT_color_buffer_float") == false
        for name in names {
            #expect(results[name]?.status == (isHidden ? .notSupported : .pass), "\(results[name]?.reason ?? "")")
        }
    }

    @Test("a run's folder: the log of dEQP has the pictures and programs of what failed")
    func folder() throws {
        let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = ["shape.disc.overlapping", "gl.scissor.draw.inside", "blend.factor.one.zero"]
        let run = ConformanceRun(
            names, program: Workers.program, setting: Workers.setting(fault: .swappedChannel, out: folder),
            expectations: ExpectationFile())
        try ReportFolder.write(try run.run(), to: folder)
        let log = try QPALog(String(contentsOfFile: folder + "/results.qpa", encoding: .utf8))
        #expect(log.cases.map(\.name) == names && log.cases[0].status == "Fail")
        let document = try #require(log.cases[0].document)
        let images = document.all("ImageSet").flatMap { $0.all("Image") }
        #expect(images.compactMap { $0.attributes["Name"] } == ["Result", "Reference", "ErrorMask"])
        for image in images {
            let bytes = try #require(Data(base64Encoded: image.text))
            let picture = try PNGDecoder.decode([UInt8](bytes))
            #expect(
                image.attributes["Width"] == "\(picture.width)" && image.attributes["Height"] == "\(picture.height)"
                    && picture.size == PixelSize(width: 160, height: 120))
        }
        let sources = document.all("ShaderProgram").first?.all("ShaderSource").map(\.text) ?? []
        #expect(sources.count == 2 && sources.allSatisfy { $0.hasPrefix("#version 300 es") })
        let disc = try #require(ProgramFolder(folder).program("disc"))
        #expect(
            disc.isLinked && disc.stages.map(\.source) == sources && disc.stages.map(\.kind) == ["vertex", "fragment"])
        // A program created by the case itself.
        #expect(log.cases[2].document?.all("Text").contains { $0.text.hasPrefix("Program case-") } == true)
    }

    @Test("a run takes away what another has left in the folder, and nothing else")
    func cleaned() throws {
        let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(_ name: String, fault: Fault?) throws {
            let run = ConformanceRun(
                [name], program: Workers.program, setting: Workers.setting(fault: fault, out: folder),
                expectations: ExpectationFile())
            try ReportFolder.write(try run.run(), to: folder)
        }
        func names(_ part: String) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder + part))
        }
        try run("shape.disc.overlapping", fault: .swappedChannel)
        #expect(try names("/images").count == 3 && names("/shaders").contains("disc.vert"))
        let own = [
            "mine.txt", "images/mine.png", "images/not a case_result.png", "shaders/mine.vert", "shaders/mine.json",
        ]
        for file in own { try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)")) }
        try run("gl.lifecycle.error_is_told_once", fault: nil)
        #expect(try names("/images") == ["mine.png", "not a case_result.png"])
        #expect(try names("/shaders") == ["mine.vert", "mine.json"])
        #expect(try names("").isSuperset(of: ["mine.txt", "report.txt", "results.jsonl"]))
    }

    @Test("what passes leaves its picture where that is asked for, Scenes and features alike")
    func kept() throws {
        let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = ["shape.disc.overlapping", "gl.scissor.draw.inside"]
        for isKept in [false, true] {
            var setting = Workers.setting(out: folder)
            setting.keepsPictures = isKept
            var runner = CaseRunner(names, program: Workers.program, setting: setting)
            let results = try runner.run().results
            for name in names {
                let result = try #require(results[name])
                #expect(
                    result.status == .pass
                        && result.pictures == (isKept ? ["result": "images/\(name)_result.png"] : [:]))
                #expect(FileManager.default.fileExists(atPath: "\(folder)/images/\(name)_result.png") == isKept)
            }
        }
    }

    /// Cases that catch the fault, from the list in `.ci/faults`; the full lists run on every driver.
    private static func caught(by fault: Fault) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent(".ci/faults/\(fault.rawValue).txt"), encoding: .utf8)
        return try CaseSelection(caseList: text).names()
    }

    @Test("samples that are not there are missed")
    func samples() throws {
        let names = ["gl.msaa.x4.rgba8", "gl.msaa.x4.rgb565"]
        let (right, wrong) = (try Workers.statuses(names), try Workers.statuses(names, fault: .ignoredState))
        for name in names { #expect(wrong[name] == (right[name] == .pass ? .fail : right[name])) }
    }

    @Test("a mistake made on purpose is caught", arguments: Fault.allCases)
    func faults(fault: Fault) throws {
        let names = try Self.caught(by: fault)
        #expect(names.count >= 4)
        #expect(
            try Workers.statuses(names, fault: fault)
                == Dictionary(uniqueKeysWithValues: names.map { ($0, CaseStatus.fail) }))
    }
}

@Suite("Where strokes abut")
struct AbutTests {
    @Test(
        "the exact picture has no light there, so that all that is found is max's",
        arguments: AbutGroup.Meeting.allCases, [0, 27, 45, 90] as [Float])
    func union(meeting: AbutGroup.Meeting, degrees: Float) {
        let exact = ReferenceRasterizer.render(AbutGroup.strokes(meeting, degrees, shift: 0.3)).image
        #expect((-1...1).allSatisfy { y in (-1...1).allSatisfy { x in exact[80 + x, 60 + y].x == 0 } })
    }

    @Test("they are drawn segment by segment into cells", arguments: AbutGroup.Meeting.allCases)
    func cells(meeting: AbutGroup.Meeting) {
        let list = tessellate(AbutGroup.strokes(meeting, 10, shift: 0.3))
        let draws = list.commands.compactMap { if case .draw(let draw) = $0 { draw } else { nil } }
        #expect(draws.contains { $0.program == .line && $0.blend == .max })
    }
}
