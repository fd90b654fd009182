import VitrailDrawList
import VitrailScene
import VitrailTessellation

/// Size of the test picture.
let testSize = PixelSize(width: 200, height: 100)

func drawList(_ marks: Mark...) -> DrawList { drawList(marks) }

/// Draws marks with scratch targets, which support every kind of mark.
func drawList(_ marks: [Mark]) -> DrawList {
    tessellate(Scene(size: testSize, layers: [Layer(.series, marks: marks)]), usesBlocks: false)
}

extension DrawList {
    var draws: [Draw] {
        commands.compactMap { if case .draw(let draw) = $0 { draw } else { nil } }
    }
    var lineVertices: [LineVertex] {
        for case .line(let vertices) in buffers { return vertices }
        return []
    }
    var areaVertices: [AreaVertex] {
        for case .area(let vertices) in buffers { return vertices }
        return []
    }
    var rectVertices: [RectVertex] {
        for case .rect(let vertices) in buffers { return vertices }
        return []
    }
    var discVertices: [DiscVertex] {
        for case .disc(let vertices) in buffers { return vertices }
        return []
    }
    var sectorVertices: [SectorVertex] {
        for case .sector(let vertices) in buffers { return vertices }
        return []
    }
    var quadVertices: [QuadVertex] {
        for case .quad(let vertices) in buffers { return vertices }
        return []
    }
    var blockVertices: [BlockVertex] {
        for case .block(let vertices) in buffers { return vertices }
        return []
    }
    var strokeVertices: [StrokeVertex] {
        for case .stroke(let vertices) in buffers { return vertices }
        return []
    }
    /// Vertices of areas referenced by blocks.
    var sliceTexels: [AreaVertex] {
        for case .slices(let vertices) in textures { return vertices }
        return []
    }
    /// Segments referenced by blocks of strokes.
    var strokeSegments: [StrokeSegment] {
        for case .segments(let segments) in textures { return segments }
        return []
    }
    /// The part of the quads that a draw reads.
    func quads(of draw: Draw?) -> ArraySlice<QuadVertex> {
        guard let draw else { return [] }
        return quadVertices[draw.firstVertex..<draw.firstVertex + draw.instanceCount]
    }
    /// Segments drawn by `line`: pairs of neighbours unless the first ends a run.
    var segments: [(LineVertex, LineVertex)] {
        zip(lineVertices, lineVertices.dropFirst()).filter { $0.0.run < 2 }.map { ($0.0, $0.1) }
    }
    var slices: [(AreaVertex, AreaVertex)] {
        zip(areaVertices, areaVertices.dropFirst()).filter { $0.0.run < 2 }.map { ($0.0, $0.1) }
    }
}

extension Array {
    /// `nil` past the end: a test with too few elements fails, and the others continue.
    subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

func point(_ x: Float, _ y: Float) -> PlotPoint { PlotPoint(x: x, y: y) }
