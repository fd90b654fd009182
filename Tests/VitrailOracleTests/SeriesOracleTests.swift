import Testing
import VitrailCore
import VitrailScene

/// The published limits, kind by kind: no case has an exception.
@Suite("Every kind of series is exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SeriesOracleTests {
    @Test("in each of its orientations, at each scale", arguments: SeriesCase.all(scales: [1, 1.5, 2, 3]))
    func exact(one: SeriesCase) async throws {
        try await Oracle.expectAgreement(one.testDescription, plan(one.chart()).scene)
    }

    @Test("half a pixel off, each is outside the limits", arguments: SeriesCase.all(scales: [1]))
    func shifted(one: SeriesCase) async throws {
        let scene = try plan(one.chart()).scene
        let result = try await Oracle.compare("\(one.testDescription) moved", scene, exact: scene.movingSeries(x: 0.5, y: 0.5))
        #expect(!result.passed, "\(result)")
    }
}

extension Scene {
    /// The same with everything that series painted somewhere else; texts stay.
    func movingSeries(x: Float, y: Float) -> Scene {
        var scene = self
        for layer in layers.indices where layers[layer].kind == .series {
            for mark in layers[layer].marks.indices { scene.layers[layer].marks[mark].shape = layers[layer].marks[mark].shape.moved(x: x, y: y) }
        }
        return scene
    }
}

extension Shape {
    func moved(x: Float, y: Float) -> Shape {
        func moved(_ point: PlotPoint) -> PlotPoint { PlotPoint(x: point.x + x, y: point.y + y) }
        func moved(_ rect: PlotRect) -> PlotRect {
            PlotRect(minX: rect.minX + x, minY: rect.minY + y, maxX: rect.maxX + x, maxY: rect.maxY + y)
        }
        switch self {
        case .polyline(var line):
            line.points = line.points.map(moved)
            return .polyline(line)
        case .area(var area):
            let (along, across) = area.orientation == .horizontal ? (x, y) : (y, x)
            area.samples = area.samples.map { .init(along: $0.along + along, first: $0.first + across, second: $0.second + across) }
            return .area(area)
        case .rects(var batch):
            for k in batch.items.indices { batch.items[k].rect = moved(batch.items[k].rect) }
            return .rects(batch)
        case .discs(var batch):
            for k in batch.items.indices { batch.items[k].center = moved(batch.items[k].center) }
            return .discs(batch)
        case .markers(let markers):
            return .markers(Markers(markers.items.map { .init(center: moved($0.center), radius: $0.radius) }, color: markers.color))
        case .sectors(var batch):
            for k in batch.items.indices { batch.items[k].center = moved(batch.items[k].center) }
            return .sectors(batch)
        case .image(var image):
            image.rect = moved(image.rect)
            return .image(image)
        case .field(var field):
            field.rect = moved(field.rect)
            return .field(field)
        case .samples(var samples):
            samples.translationX += Double(x)
            samples.translationY += Double(y)
            return .samples(samples)
        case .glyphs, .hook: return self
        }
    }
}
