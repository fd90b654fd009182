import Testing
import Vitrail

/// Titles of lines beside their ends.
@Suite("End labels")
struct EndLabelTests {
    /// Lines with these last values.
    private func scene(
        _ ends: [Double], size: (Int, Int) = (480, 300), more: String = "", series: String = ""
    ) throws
        -> LabelScene
    {
        let columns = ends.enumerated().map { "\"v\($0)\": [10, 20, \($1)]" }.joined(separator: ", ")
        let lines = ends.indices.map {
            "{\"type\": \"line\", \"data\": \"d\", \"x\": \"k\", \"y\": \"v\($0)\", \"title\": \"Line \($0)\"\(series)}"
        }
        return try LabelScene(
            """
            {"size": {"width": \(size.0), "height": \(size.1)}, "endLabels": true, "xAxis": {"type": "category"}\(more),
             "data": {"d": {"values": {"k": ["a", "b", "c"], \(columns)}}}, "series": [\(lines.joined(separator: ", "))]}
            """)
    }

    private func titles(_ scene: LabelScene) -> [LabelScene.Text] {
        scene.texts.filter { $0.name.hasSuffix("end label") }
    }

    @Test("titles stand beside the ends of their lines, in their colours, without a legend")
    func beside() throws {
        let scene = try scene([90, 50, 5])
        let titles = titles(scene)
        #expect(titles.map(\.text).sorted() == ["Line 0", "Line 1", "Line 2"] && scene.warnings == [])
        #expect(!scene.texts.contains { $0.name == "legend" } && scene.overlaps() == [])
        let area = try #require(scene.chart.plotAreaFrame)
        for title in titles {
            let series = try #require(Int(title.text.suffix(1)))
            let end = try #require(scene.segments.last { $0.series == series }).to
            #expect(
                abs((title.box.minY + title.box.maxY) / 2 - end.y) <= 4 && (3...14).contains(title.box.minX - end.x))
            #expect(Double(title.box.minX) > area.maxX && title.color.contrastRatio(to: .white) >= 4.5)
        }
        #expect(Set(titles.map(\.color)).count == 3)
    }

    @Test("titles that would lie on one another move apart, and lines lead to them")
    func apart() throws {
        let scene = try scene([50, 51, 52, 53, 54])
        let titles = titles(scene).sorted { $0.box.minY < $1.box.minY }
        #expect(titles.map(\.text) == (0..<5).reversed().map { "Line \($0)" } && scene.overlaps() == [])
        #expect(scene.scene.marks.contains { $0.label.hasSuffix("end label leader") })
        #expect(!(try self.scene([90, 50, 5])).scene.marks.contains { $0.label.hasSuffix("leader") })
    }

    @Test("the legend shows what has no title beside it, and all where there is no room for the titles")
    func legend() throws {
        let bars = #", "legend": {}"#
        let mixed = try LabelScene(
            """
            {"endLabels": true\(bars), "data": {"d": {"values": {"v": [1, 2, 3], "w": [3, 2, 1]}}}, "series": [
             {"type": "line", "data": "d", "y": "v", "title": "line"}, {"type": "column", "data": "d", "y": "w", "title": "columns"}]}
            """)
        #expect(titles(mixed).map(\.text) == ["line"])
        #expect(mixed.texts.filter { $0.name == "legend" }.map(\.text) == ["columns"])
        let many = try scene((0..<30).map { Double($0) }, size: (600, 200))
        #expect(titles(many).isEmpty && many.texts.contains { $0.name == "legend" && $0.text == "Line 0" })
        #expect(
            many.warnings.contains(
                "endLabels: 30 titles do not fit beside the ends of the lines; the legend shows them"))
        let none = try LabelScene(
            #"{"endLabels": true, "data": {"d": {"values": {"v": [1, 2]}}}, "series": [{"type": "column", "data": "d", "y": "v"}]}"#
        )
        #expect(none.warnings == ["endLabels: ignored: no line runs from left to right"])
    }

    @Test("a title is whole beside an axis on the right; that of a line that ends early stands beside its end")
    func rightAxis() throws {
        let scene = try LabelScene(
            """
            {"size": {"width": 480, "height": 300}, "endLabels": true, "yAxis": {"axisPosition": "reverse"},
             "data": {"d": {"values": {"x": [0, 5, 10], "a": [1, 2, 3], "b": [3, 2, null]}}}, "series": [
             {"type": "line", "data": "d", "x": "x", "y": "a", "title": "A rather long title of a line that goes on and on for ever"},
             {"type": "line", "data": "d", "x": "x", "y": "b", "title": "b"}]}
            """)
        #expect(titles(scene).contains { $0.text == "b" } && scene.overlaps() == [])
        let end = try #require(scene.segments.last { $0.series == 1 }).to
        let title = try #require(titles(scene).first { $0.text == "b" })
        #expect((2...10).contains(title.box.minX - end.x) && abs((title.box.minY + title.box.maxY) / 2 - end.y) < 16)
    }
}
