import Foundation
import Testing
import VitrailImage
import VitrailScene

@Suite("vitrail render")
struct RenderTests {
    let folder: Folder

    /// 120 × 80 points, a red line from the lower left to the upper right.
    static let spec = """
        {"size": {"width": 120, "height": 80}, "data": {"d": {"values": {"y": [1, 2, 3]}}},
         "series": [{"type": "line", "data": "d", "y": "y", "style": {"lineColor": "#ff0000", "lineWidth": 4}}]}
        """

    init() throws {
        folder = try Folder()
        try folder.write(Self.spec, "s.json")
    }

    private func isRed(_ rgb: [Int]) -> Bool { rgb[0] > 180 && rgb[1] < 80 && rgb[2] < 80 }

    @Test(
        "the format is the extension's",
        arguments: [("png", ImageFormat.png), ("jpg", .jpeg), ("JPEG", .jpeg), ("webp", .webp), ("rgba", .rgba)])
    func byExtension(name: String, format: ImageFormat) async throws {
        let end = try await Command.run(["render", "s.json", "-o", "out.\(name)"], in: folder)
        #expect(end.code == 0 && end.error.isEmpty && end.output.isEmpty, "\(end)")
        let picture = try Picture(try folder.bytes("out.\(name)"), format, size: PixelSize(width: 120, height: 80))
        #expect(picture.size == PixelSize(width: 120, height: 80))
        #expect(picture.count(isRed) > 200)
        #expect(folder.names == ["s.json", "out.\(name)"])
    }

    @Test("--format wins over the extension, and names the file where none is given", arguments: ImageFormat.allCases)
    func byName(format: ImageFormat) async throws {
        for arguments in [["-o", "out.png"], []] {
            let end = try await Command.run(["render", "s.json", "--format", format.rawValue] + arguments, in: folder)
            #expect(end.code == 0, "\(end)")
            let name = arguments.isEmpty ? "s." + format.fileExtension : "out.png"
            let picture = try Picture(try folder.bytes(name), format, size: PixelSize(width: 120, height: 80))
            #expect(picture.size == PixelSize(width: 120, height: 80) && picture.count(isRed) > 200)
        }
    }

    @Test("an SVG by its extension, by --format, on standard output; --vector decides about series")
    func svg() async throws {
        #expect(try await Command.run(["render", "s.json", "-o", "out.SVG"], in: folder).code == 0)
        let expected = try folder.bytes("out.SVG")
        let text = String(decoding: expected, as: UTF8.self)
        #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
        #expect(text.contains("width=\"120\" height=\"80\" viewBox=\"0 0 120 80\""))
        #expect(text.contains("stroke=\"#f00\"") && text.contains("A line chart.") && !text.contains("<image"))
        for arguments in [
            ["render", "-", "--format", "svg"], ["render", "s.json", "--format", "svg", "-o", "-"],
            ["render", "s.json", "--vector", "always", "--format", "SVG", "-o", "-"],
        ] {
            let end = try await Command.run(arguments, in: folder, input: Self.spec)
            #expect(end.code == 0 && end.error.isEmpty)
            expectSame(end.output, expected)
        }
        let end = try await Command.run(
            ["render", "s.json", "--format", "svg", "--vector", "never", "--stats"], in: folder)
        let picture = String(decoding: try folder.bytes("s.svg"), as: UTF8.self)
        #expect(
            end.code == 0 && picture.contains("<image") && !picture.contains("stroke=\"#f00\"")
                && picture.contains("<text"))
        // A purely vector picture needs no driver.
        let without = ["render", "s.json", "-o", "none.svg", "--egl-library", "/none"]
        #expect(try await Command.run(without, in: folder).code == 0)
        #expect(try await Command.run(without + ["--vector", "never"], in: folder).code == 69)
    }

    @Test("- is standard input and standard output; the picture is the same")
    func streams() async throws {
        #expect(try await Command.run(["render", "s.json", "-o", "out.png"], in: folder).code == 0)
        let expected = try folder.bytes("out.png")
        for arguments in [["render", "-", "-o", "-"], ["render", "-"], ["render", "s.json", "-o", "-"]] {
            let end = try await Command.run(arguments, in: folder, input: Self.spec)
            #expect(end.code == 0 && end.error.isEmpty)
            expectSame(end.output, expected)
        }
        let named = try await Command.shell("mkfifo p; cat s.json > p & vitrail render p -o p.png", in: folder)
        #expect(named.code == 0, "\(named)")
        expectSame(try folder.bytes("p.png"), expected)
    }

    @Test("--size, --scale and --theme override the description")
    func overrides() async throws {
        let end = try await Command.run(
            ["render", "s.json", "-o", "out.png", "--size", "100.5x60", "--scale", "2", "--theme", "dark"], in: folder)
        #expect(end.code == 0, "\(end)")
        let picture = try Picture(try folder.bytes("out.png"), .png)
        #expect(picture.size == PixelSize(width: 201, height: 120))
        #expect(picture.rgb(0, 0).allSatisfy { $0 < 60 }, "dark")
        #expect(picture.count(isRed) > 400)
        #expect(try await Command.run(["render", "s.json", "-o", "light.png"], in: folder).code == 0)
        #expect(try Picture(try folder.bytes("light.png"), .png).rgb(0, 0).allSatisfy { $0 > 240 })
    }

    @Test("--stats is a JSON object on standard error, and the plot area is where the line is")
    func statistics() async throws {
        let end = try await Command.run(["render", "s.json", "-o", "-", "--stats", "--scale", "2"], in: folder)
        #expect(end.code == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(end.error.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "samplesRead", "samplesDrawn", "milliseconds", "renderer", "device", "isHardware", "glesVersion",
                "plotArea", "draws", "instances", "vertices", "uploadedBytes", "series", "memory",
            ])
        let series = try #require((object["series"] as? [[String: Any]])?.first)
        #expect(series["series"] as? Int == 0 && series["tier"] as? String == "exact")
        #expect((series["draws"] as? Int ?? 0) > 0 && (series["instances"] as? Int ?? 0) > 0)
        #expect(object["samplesRead"] as? Int == 3)
        #expect(object["samplesDrawn"] as? Int == 3)
        #expect(object["isHardware"] is Bool)
        #expect((object["renderer"] as? String)?.isEmpty == false)
        #expect((object["device"] as? String)?.isEmpty == false)
        #expect((object["glesVersion"] as? String)?.hasPrefix("3.") == true)
        let times = try #require(object["milliseconds"] as? [String: Double])
        let stages = ["read", "open", "plan", "tessellate", "upload", "draw", "readback", "encode", "write", "total"]
        #expect(Set(times.keys) == Set(stages))
        for stage in stages { #expect(times[stage].map { $0 > 0 && $0 < 60_000 } == true, "\(stage)") }

        let picture = try Picture(end.output, .png)
        let area = try #require(object["plotArea"] as? [String: Int])
        let red = (0..<picture.size.width).filter { x in
            (0..<picture.size.height).contains { isRed(picture.rgb(x, $0)) }
        }
        let rows = (0..<picture.size.height).filter { y in
            (0..<picture.size.width).contains { isRed(picture.rgb($0, y)) }
        }
        let (x, y, width, height) = (area["x"] ?? 0, area["y"] ?? 0, area["width"] ?? 0, area["height"] ?? 0)
        // The range has space for half the stroke, four pixels; the slanted ends fill most of them.
        #expect(abs((red.first ?? 0) - x - 3) <= 1 && abs(x + width - 1 - (red.last ?? 0) - 3) <= 1)
        #expect(abs((rows.first ?? 0) - y - 1) <= 1 && abs(y + height - 1 - (rows.last ?? 0) - 1) <= 1)
    }

    @Test("data paths are relative to the description's folder, on standard input to the current one")
    func relativePaths() async throws {
        let spec = """
            {"size": {"width": 60, "height": 40}, "data": {"d": {"csv": "data/d.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
            """
        try folder.write(spec, "charts/c.json")
        try folder.write("y\n1\n2\n", "charts/data/d.csv")
        #expect(try await Command.run(["render", "charts/c.json"], in: folder).code == 0)
        #expect(try Picture(try folder.bytes("charts/c.png"), .png).size == PixelSize(width: 60, height: 40))

        let lost = try await Command.run(["render", "-", "-o", "o.png"], in: folder, input: spec)
        #expect(lost.code == 66)
        #expect(lost.error == "vitrail: standard input: data.d: data/d.csv: no such file\n")
        try folder.write("y\n1\n2\n", "data/d.csv")
        #expect(try await Command.run(["render", "-", "-o", "o.png"], in: folder, input: spec).code == 0)
    }

    @Test("what the chart leaves out is told once on standard error, and the picture is made")
    func warnings() async throws {
        let mixed = Self.spec.replacing(
            #"{"type": "line""#, with: #"{"type": "pie", "data": "d", "y": "y"}, {"type": "line""#)
        try folder.write(mixed, "mixed.json")
        let end = try await Command.run(["render", "mixed.json", "-o", "out.png"], in: folder)
        #expect(end.code == 0, "\(end)")
        let told = "vitrail: warning: series[1]: left out: it is of another kind than the chart's first series"
        #expect(end.error.split(separator: "\n").filter { $0 == told }.count == 1, "\(end.error)")
        #expect(folder.names.contains("out.png"))
    }
}
