import Foundation
import FoundationXML
import Testing
import VitrailImage
import VitrailScene
import VitrailVector

/// Reads a document strictly and counts its elements.
final class Reading: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    private(set) var texts: [String: String] = [:]
    private var open: [String] = []

    init(_ document: SVGDocument) throws {
        super.init()
        let parser = XMLParser(data: Data(document.bytes))
        parser.delegate = self
        let isRead = parser.parse()
        try #require(isRead, "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append((name, attributes))
        open.append(name)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { texts[last, default: ""] += text }
    }

    func count(_ name: String) -> Int { elements.count { $0.name == name } }
    func attributes(_ name: String) -> [String: String] { elements.first { $0.name == name }?.attributes ?? [:] }
}

@Suite("Documents")
struct DocumentTests {
    private static let allCases = Cases.lines + Cases.areas + Cases.rects + Cases.rounds + Cases.pictures

    private func document(_ scene: Scene, _ options: SVGOptions = SVGOptions()) throws -> SVGDocument {
        try SVGEncoder.encode(scene, options: options, png: png)
    }

    private func text(
        _ text: String, size: Float = 12, rotation: Float = 0, family: String = "DejaVu Sans", isBold: Bool = false
    ) -> Shape {
        .glyphs(
            GlyphRun(
                glyphs: [], color: Color(0x333333),
                source: TextSource(
                    text: text, family: family, isBold: isBold, size: size, origin: point(20.25, 30), width: 61.5,
                    rotation: rotation)))
    }

    @Test("every document is well-formed XML, the same each time, and every name it uses is there", arguments: allCases)
    func wellFormed(name: String) throws {
        let scene = try #require(Cases.scene(name))
        let document = try document(scene, SVGOptions(title: "a < b & \"c\" \u{1}", description: "]]>"))
        #expect(try self.document(scene, SVGOptions(title: "a < b & \"c\" \u{1}", description: "]]>")) == document)
        let reading = try Reading(document)
        let names = reading.elements.compactMap { $0.attributes["id"] }
        #expect(Set(names).count == names.count)
        for value in reading.elements.flatMap(\.attributes.values) where value.hasPrefix("url(#") {
            #expect(names.contains(String(value.dropFirst(5).dropLast())), "\(value)")
        }
        #expect(document.notes.isEmpty)
        #expect(reading.count("image") == 0 || Cases.pictures.contains(name))
    }

    @Test("the view box is in pixels, the size in points")
    func size() throws {
        var scene = scene(width: 300, height: 200)
        scene.scale = 2
        let svg = try Reading(document(scene)).attributes("svg")
        #expect(svg["viewBox"] == "0 0 300 200")
        #expect(svg["width"] == "150")
        #expect(svg["height"] == "100")
        #expect(svg["role"] == "img")
        #expect(svg["aria-labelledby"] == nil)
    }

    @Test("title and description are there, and named by the picture")
    func titles() throws {
        let reading = try Reading(document(scene(), SVGOptions(title: "Rain & wind", description: "It <rained>.")))
        #expect(reading.texts["title"] == "Rain & wind")
        #expect(reading.texts["desc"] == "It <rained>.")
        let names = [reading.attributes("title")["id"], reading.attributes("desc")["id"]].compactMap { $0 }
        #expect(reading.attributes("svg")["aria-labelledby"] == names.joined(separator: " "))
        let untitled = try Reading(document(scene(), SVGOptions(description: "d")))
        #expect(untitled.count("title") == 0)
        #expect(untitled.attributes("svg")["aria-labelledby"] == untitled.attributes("desc")["id"])
    }

    @Test("a translucent background is one, a clear one is none")
    func background() throws {
        var scene = scene()
        scene.background = .clear
        #expect(try Reading(document(scene)).count("rect") == 0)
        scene.background = Color(0x336699, alpha: 0.4)
        let rect = try Reading(document(scene)).attributes("rect")
        #expect(rect["fill"] == "#369")
        #expect(rect["fill-opacity"] == "0.4")
    }

    @Test("neighbours share the group of their clip, and its definition")
    func clips() throws {
        let clip = PixelRect(x: 10, y: 10, width: 50, height: 50)
        let line = Shape.polyline(Polyline(points: Cases.wave(), width: 2, paint: .solid(.black)))
        var scene = scene(line, line, clip: clip)
        scene.layers[0].marks.append(Mark(line))
        scene.layers[0].marks.append(Mark(line, clip: clip))
        scene.layers[0].marks.append(Mark(line, clip: PixelRect(x: -100, y: 0, width: 50, height: 50)))
        scene.layers.append(
            Layer(.overlay, marks: [Mark(line, clip: PixelRect(x: -5, y: -5, width: 900, height: 900))]))
        let reading = try Reading(document(scene))
        #expect(reading.count("clipPath") == 1)
        #expect(reading.elements.count { $0.attributes["clip-path"] != nil } == 2)
        #expect(reading.count("path") == 5)
        #expect(reading.elements.compactMap { $0.attributes["data-layer"] } == ["series", "overlay"])
    }

    @Test("a trajectory is the path that its points are")
    func trajectories() throws {
        let (points, paint) = (Cases.wave() + [.gap, point(3, 5), point(90, 2)], Color(0x336699, alpha: 0.4))
        let path = Shape.polyline(Polyline(points: points, width: 2, paint: .solid(paint)))
        #expect(
            try document(scene(.unorderedPolyline(UnorderedPolyline(points, width: 2, color: paint))))
                == document(scene(path)))
    }

    @Test("text is text: words, place, width, look")
    func texts() throws {
        let reading = try Reading(document(scene(text("R&D <x>", size: 13.5, isBold: true))))
        let text = reading.attributes("text")
        #expect(reading.texts["text"] == "R&D <x>")
        #expect(text["x"] == "20.25" && text["y"] == "30")
        #expect(text["font-family"] == "'DejaVu Sans',sans-serif")
        #expect(text["font-size"] == "13.5" && text["font-weight"] == "bold" && text["fill"] == "#333")
        #expect(text["textLength"] == "61.5" && text["lengthAdjust"] == "spacingAndGlyphs")
        #expect(text["transform"] == nil && text["direction"] == nil && text["xml:space"] == nil)
    }

    @Test("turned text turns round its origin, anticlockwise")
    func turned() throws {
        #expect(
            try Reading(document(scene(text("up", rotation: .pi / 2)))).attributes("text")["transform"]
                == "rotate(-90 20.25 30)")
    }

    @Test("right-to-left text has its left end at the origin; blanks are kept; odd families stay in their quotes")
    func oddTexts() throws {
        let hebrew = try Reading(document(scene(text("12 שלום")))).attributes("text")
        #expect(hebrew["direction"] == "rtl" && hebrew["text-anchor"] == "end")
        #expect(try Reading(document(scene(text("a שלום")))).attributes("text")["direction"] == nil)
        // Isolates do not decide the direction, and flags run left to right.
        #expect(try Reading(document(scene(text("\u{2068}a\u{2069} שלום")))).attributes("text")["direction"] == "rtl")
        #expect(try Reading(document(scene(text("🇮🇱 שלום")))).attributes("text")["direction"] == nil)
        for kept in [" a", "a ", "a  b"] {
            #expect(try Reading(document(scene(text(kept)))).attributes("text")["xml:space"] == "preserve", "\(kept)")
        }
        #expect(try Reading(document(scene(text("  ")))).count("text") == 0)
        #expect(
            try Reading(document(scene(text("x", family: "A'b\\c\"Mono")))).attributes("text")["font-family"]
                == "'A\\'b\\\\c\"Mono',monospace")
        #expect(
            try Reading(document(scene(text("x", family: "Noto Serif")))).attributes("text")["font-family"]
                == "'Noto Serif',serif")
    }

    @Test("a hook is left out, and noted with its mark")
    func hook() throws {
        var scene = scene(.hook(Hook(token: 7)))
        scene.layers[0].marks[0].label = "series[3]"
        let document = try document(scene)
        #expect(document.notes == ["hook 7 (series[3]): a vector picture has no GL"])
        #expect(try Reading(document).count("image") == 0)
    }

    @Test("columns that keep apart share a path, and slivers; others do not")
    func sharing() throws {
        func count(_ step: Float, sliverWidth: Float? = nil) throws -> Int {
            let items = (0..<10).map { k -> RectBatch.Item in
                let x = Float(k) * step
                return .init(rect: PlotRect(minX: x, minY: 0, maxX: x + 5, maxY: 50), fill: .black)
            }
            return try Reading(document(scene(.rects(RectBatch(items: items, sliverWidth: sliverWidth))))).elements
                .count { $0.attributes["fill"] == "#000" }
        }
        #expect(try count(6) == 1)
        #expect(try count(-6) == 1)
        #expect(try count(4.5) == 10)
        // Coverage of slivers is additive.
        #expect(try count(4.5, sliverWidth: 0.5) == 1)
    }

    // MARK: Degenerate

    @Test("nothing to be seen is nothing written, and nothing breaks")
    func degenerate() throws {
        let nan = Float.nan
        let shapes: [Shape] = [
            .polyline(Polyline(points: [], width: 1, paint: .solid(.black))),
            .polyline(Polyline(points: [point(1, 1)], width: 1, paint: .solid(.black))),
            .polyline(Polyline(points: [.gap, point(1, 1), .gap, .gap], width: 1, paint: .solid(.black))),
            .polyline(Polyline(points: [point(1, 1), point(1, 1)], width: 1, paint: .solid(.black))),
            .polyline(Polyline(points: Cases.wave(), width: 0, paint: .solid(.black))),
            .polyline(Polyline(points: Cases.wave(), width: nan, paint: .solid(.black))),
            .polyline(Polyline(points: Cases.wave(), width: 2, paint: .solid(.clear))),
            .polyline(Polyline(points: [point(-50, -50), point(-1e30, -1e30)], width: 2, paint: .solid(.black))),
            .unorderedPolyline(UnorderedPolyline([], width: 1, color: .black)),
            .unorderedPolyline(UnorderedPolyline([.gap, point(1, 1)], width: 1, color: .black)),
            .area(Area(samples: [], paint: .solid(.black))),
            .area(Area(samples: [.init(along: 1, first: 2, second: 3)], paint: .solid(.black))),
            .area(
                Area(
                    samples: [.init(along: 1, first: 2, second: 2), .init(along: 9, first: 4, second: 4)],
                    paint: .solid(.black))),
            .rects(RectBatch(items: [])),
            .rects(
                RectBatch(items: [
                    .init(rect: PlotRect(minX: 5, minY: 5, maxX: 5, maxY: 50), fill: .black),
                    .init(rect: PlotRect(minX: 9, minY: 5, maxX: 5, maxY: 50), fill: .black),
                    .init(rect: PlotRect(minX: nan, minY: 5, maxX: 5, maxY: 50), fill: .black),
                    .init(rect: PlotRect(minX: 5, minY: 5, maxX: 50, maxY: 50), fill: .clear),
                ])),
            .discs(
                DiscBatch(items: [
                    .init(center: point(9, 9), radius: 0, color: .black), .init(center: .gap, radius: 3, color: .black),
                ])),
            .sectors(
                SectorBatch(items: [
                    .init(center: point(9, 9), innerRadius: 5, outerRadius: 5, startAngle: 0, sweep: 1, fill: .black),
                    .init(center: point(9, 9), innerRadius: 0, outerRadius: 5, startAngle: 0, sweep: 0, fill: .black),
                    .init(center: point(9, 9), innerRadius: 0, outerRadius: 5, startAngle: nan, sweep: 1, fill: .black),
                ])),
            .image(
                ImageMark(
                    image: PixelImage(size: PixelSize(width: 0, height: 0)),
                    rect: PlotRect(minX: 0, minY: 0, maxX: 9, maxY: 9))),
            .image(ImageMark(image: Cases.noise(2, 2), rect: PlotRect(minX: 9, minY: 0, maxX: 9, maxY: 9))),
        ]
        for shape in shapes {
            let reading = try Reading(document(scene(shape)))
            #expect(reading.elements.map(\.name) == ["svg", "rect", "g"], "\(shape)")
        }
        #expect(try Reading(document(scene(width: 0, height: 0))).attributes("svg")["viewBox"] == "0 0 0 0")
    }

    @Test("a field whose parts contradict each other is noted")
    func brokenField() throws {
        let field = Field(
            columns: 3, rows: 2, values: [1, 2], rect: PlotRect(minX: 0, minY: 0, maxX: 9, maxY: 9), low: 0, high: 1,
            colors: [.black])
        #expect(try document(scene(.field(field))).notes == ["field (mark): 2 values in 3 × 2 cells, 1 colours"])
    }

    // MARK: Marks that become pictures

    /// A scene with a large line, a small one, two large ones side by side, and axes.
    private var large: Scene {
        let big = Shape.polyline(Polyline(points: Cases.wave(200), width: 2, paint: .solid(.black)))
        let small = Shape.polyline(Polyline(points: Cases.wave(20), width: 2, paint: .solid(.black)))
        var scene = scene(big, small, big, big)
        scene.layers.append(Layer(.axes, marks: [Mark(big), Mark(text("axis"))]))
        return scene
    }

    private func pictured(_ policy: VectorPolicy, limit: Int = 100) async throws -> (reading: Reading, marks: [Int]) {
        var marks: [Int] = []
        let document = try await SVGEncoder.encode(
            large, options: SVGOptions(policy: policy, largestMark: limit), png: png
        ) { only in
            #expect(only.background == .clear && only.size == large.size && only.layers.count == 1)
            marks.append(only.layers[0].marks.count)
            var image = PixelImage(size: only.size)
            image[40, 30] = SIMD4(0, 0, 0, 255)
            image[49, 69] = SIMD4(0, 0, 0, 128)
            return image
        }
        return (try Reading(document), marks)
    }

    @Test("by count, neighbours together, cut to their ink")
    func auto() async throws {
        let (reading, marks) = try await pictured(.auto)
        #expect(marks == [1, 2, 1])
        #expect(reading.count("image") == 3 && reading.count("path") == 1 && reading.count("text") == 1)
        let image = reading.attributes("image")
        #expect(["x", "y", "width", "height"].map { image[$0] } == ["40", "30", "10", "40"])
        let data = try #require(
            image["xlink:href"]?.split(separator: ",").last.flatMap { Data(base64Encoded: String($0)) })
        let picture = try PNGDecoder.decode([UInt8](data))
        #expect(picture.size == PixelSize(width: 10, height: 40) && picture[9, 39].w == 128)
        #expect(try await pictured(.auto, limit: 200).marks == [])
    }

    @Test("always shapes")
    func always() async throws {
        let (reading, marks) = try await pictured(.always, limit: 0)
        #expect(marks == [] && reading.count("image") == 0 && reading.count("path") == 5)
    }

    @Test("never shapes for series, but for the rest")
    func never() async throws {
        let (reading, marks) = try await pictured(.never)
        #expect(marks == [4] && reading.count("image") == 1 && reading.count("path") == 1 && reading.count("text") == 1)
    }

    @Test("a hook is a picture for those who can run it")
    func hookPicture() async throws {
        let options = SVGOptions(policy: .always, rasterizesHooks: true)
        let document = try await SVGEncoder.encode(scene(.hook(Hook(token: 7))), options: options, png: png) { only in
            PixelImage(size: only.size, filledWith: .black)
        }
        #expect(document.notes.isEmpty)
        #expect(try Reading(document).attributes("image")["width"] == "240")
    }

    @Test("markers are circles of one colour, those that can be seen; many of them a picture")
    func markers() async throws {
        let items = [(9, 9, 4), (-30, 9, 4), (20, 30, 2), (5, 5, .nan), (7, 7, 0)].map {
            Markers.Item(center: point($0.0, $0.1), radius: $0.2)
        }
        let picture = scene(.markers(Markers(items, color: Color(0xE0443E, alpha: 0.4))))
        let reading = try Reading(document(picture))
        #expect(reading.count("circle") == 2)
        let circle = reading.attributes("circle")
        #expect(["cx", "cy", "r"].map { circle[$0] } == ["9", "9", "4"])
        var pictures = 0
        let limited = try await SVGEncoder.encode(picture, options: SVGOptions(policy: .auto, largestMark: 4), png: png)
        { only in
            pictures += 1
            return PixelImage(size: only.size, filledWith: .black)
        }
        #expect(try pictures == 1 && Reading(limited).count("circle") == 0)
        let unseen = scene(.markers(Markers([items[1]], color: .black)))
        #expect(try Reading(document(unseen)).elements.map(\.name) == ["svg", "rect", "g"])
    }

    @Test(
        "a large field is a picture with a pixel for each cell",
        arguments: [(VectorPolicy.auto, 4, 1), (.auto, 5, 0), (.never, 5, 1), (.always, 0, 0)])
    func field(policy: VectorPolicy, limit: Int, images: Int) throws {
        let field = Field(
            columns: 4, rows: 2, values: [0, 0, 1, .nan, 1, 0, 0, 1],
            rect: PlotRect(minX: 0, minY: 0, maxX: 8, maxY: 4), low: 0, high: 1,
            colors: [.black, .white])
        let reading = try Reading(document(scene(.field(field)), SVGOptions(policy: policy, largestMark: limit)))
        #expect(reading.count("image") == images)
        #expect(reading.count("path") == (images == 0 ? 2 : 0))
    }

    struct Refused: Error {}

    @Test("errors of the closures come through")
    func errors() async throws {
        let image = ImageMark(image: Cases.noise(2, 2), rect: PlotRect(minX: 0, minY: 0, maxX: 9, maxY: 9))
        #expect(throws: Refused.self) {
            try SVGEncoder.encode(scene(.image(image))) { _ throws(Refused) in throw Refused() }
        }
        await #expect(throws: Refused.self) {
            try await SVGEncoder.encode(large, options: SVGOptions(policy: .never), png: png) { _ in throw Refused() }
        }
    }
}
