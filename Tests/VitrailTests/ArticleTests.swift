import Foundation
import Testing
import Vitrail

@testable import VitrailChart
@testable import VitrailDescription

/// Articles of the documentation: their code equals the code compiled here, and their description gives the same chart.
@Suite("Articles")
struct ArticleTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let catalogue = tests.appendingPathComponent("../../Sources/Vitrail/Vitrail.docc")

    /// The chart made by each article's code.
    private static let charts: [(article: String, chart: @Sendable () throws -> Chart)] = [
        ("LinesAndAreas", linesAndAreas), ("StepLines", stepLines), ("Bands", bands),
        ("ScatterAndBubbles", scatterAndBubbles), ("Density", density),
        ("ColumnsAndBars", columnsAndBars), ("CandlesAndOHLC", candlesAndOHLC), ("PieAndDonut", pieAndDonut),
        ("PolarAndRadar", polarAndRadar), ("Axes", axes), ("LabelsAndLegend", labelsAndLegend),
        ("Annotations", annotations),
        ("Themes", themes),
    ]
    /// Articles without a description.
    private static let inCodeOnly = ["CustomSeries", "VectorOutputAndAltText", "EventsAndAnimation"]

    private static func text(_ article: String) throws -> String {
        try String(contentsOf: catalogue.appendingPathComponent(article + ".md"), encoding: .utf8)
    }

    /// The lines between two given lines.
    private static func lines(of text: String, after first: String, before last: String) throws -> [String] {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(all.firstIndex { $0.trimmingCharacters(in: .whitespaces) == first }, "\(first)") + 1
        let end = try #require(all[start...].firstIndex { $0.trimmingCharacters(in: .whitespaces) == last }, "\(last)")
        return Array(all[start..<end])
    }

    @Test("each article's code is the code that is compiled here", arguments: charts.map(\.article) + inCodeOnly)
    func compiled(article: String) throws {
        let shown = try Self.lines(of: Self.text(article), after: "```swift", before: "```")
        let code = try String(contentsOf: Self.tests.appendingPathComponent("ArticleExamples.swift"), encoding: .utf8)
        let compiled = try Self.lines(of: code, after: "// \(article) begins", before: "// \(article) ends")
        let indent = compiled.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        #expect(shown == compiled.map { String($0.dropFirst(indent)) })
    }

    /// Descriptions have other default styles than code. With these styles, equivalent code draws the same.
    private static func asDescribed(_ chart: Chart) -> Chart {
        chart.isDescribed = true
        chart.applyTheme(chart.theme, keepingStyles: true)
        chart.legend.isDescribed = true
        chart.legend.maxSeriesPerLine = LegendDescription.maxAcross
        for axis in chart.allAxes { axis.nice = true }
        for case let pie as PieSeries in chart.series { pie.isDescribed = true }
        for note in chart.annotations { (note.widensRanges, note.givesWay) = (true, true) }
        return chart
    }

    @Test("each article's description draws what its code draws", arguments: charts.indices)
    func described(index: Int) async throws {
        let (article, chart) = Self.charts[index]
        let json = try Self.lines(of: Self.text(article), after: "```json", before: "```").joined(separator: "\n")
        let renderer = Renderer()
        let fromCode = try await renderer.render(Self.asDescribed(chart()))
        let fromDescription = try await renderer.render(ChartDescription(json: json).makeChart())
        await renderer.close()
        #expect(fromCode.image == fromDescription.image)
        #expect(fromCode.altText == fromDescription.altText)
        #expect(Set(fromCode.image.pixels).count > 8)
    }

    @Test("the code without a description runs")
    func others() async throws {
        let renderer = Renderer()
        let lollipops = try await renderer.render(lollipops())
        await renderer.close()
        #expect(lollipops.statistics.samplesDrawn > 0)
        let (svg, words) = try await vectorOutputAndAltText()
        #expect(String(decoding: svg, as: UTF8.self).contains(">Squares</title>"))
        let pictures = try await eventsAndAnimation()
        #expect(
            pictures.count > 50 && pictures[1].image != pictures[2].image
                && pictures[pictures.count - 2].altText == pictures.last?.altText)
        #expect(words.hasPrefix("A line chart. ") && words.contains("“x²” has 5 points, rises, from 0 to 16,"))
    }

    @Test("every article is tested, is among the landing page's topics, and shows pictures that are there")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue.path)
        let articles = files.filter { $0.hasSuffix(".md") && $0 != "Vitrail.md" }.map { String($0.dropLast(3)) }
        #expect(articles.sorted() == (Self.charts.map(\.article) + Self.inCodeOnly).sorted())
        let landing = try Self.text("Vitrail")
        for article in articles {
            #expect(landing.contains("<doc:\(article)>"))
            let pictures = try Self.text(article).matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.1) }
            #expect(!pictures.isEmpty, "\(article)")
            for picture in pictures {
                let file = Self.catalogue.appendingPathComponent("Resources/\(picture).png")
                #expect(try PNGDecoder.decode(Array(Data(contentsOf: file))).size.width > 0, "\(picture)")
            }
        }
    }
}
