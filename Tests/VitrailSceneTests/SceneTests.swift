import Testing
import VitrailDrawList
import VitrailScene

@Suite("Scene words")
struct SceneTests {
    @Test("colours parse, print and clamp")
    func colors() {
        #expect(Color(hex: "#cc0000") == Color(0xCC0000))
        #expect(Color(hex: "#f80") == Color(0xFF8800))
        #expect(Color(hex: "#11223380")?.alpha == 0x80)
        #expect(Color(hex: "cc0000") == nil)
        #expect(Color(hex: "#cc00") != nil)
        #expect(Color(hex: "#cc00z0") == nil)
        #expect(Color(0x0A0B0C).description == "#0a0b0c")
        #expect(Color(0xFFFFFF, alpha: 7).alpha == 255)
        #expect(Color(0xFFFFFF, alpha: -1).alpha == 0)
    }

    @Test("vertex types are as large as their layouts say")
    func strides() {
        #expect(MemoryLayout<LineVertex>.stride == Program.line.layout.stride)
        #expect(MemoryLayout<AreaVertex>.stride == Program.area.layout.stride)
        #expect(MemoryLayout<RectVertex>.stride == Program.rect.layout.stride)
        #expect(MemoryLayout<DiscVertex>.stride == Program.disc.layout.stride)
        #expect(MemoryLayout<SectorVertex>.stride == Program.sector.layout.stride)
        #expect(MemoryLayout<QuadVertex>.stride == Program.glyph.layout.stride)
        #expect(MemoryLayout<DrawUniforms>.size == 96)
    }

    @Test("markers are read in stretches, and compared by what they paint")
    func markers() {
        let items = (0..<2_500).map { Markers.Item(center: PlotPoint(x: Float($0), y: .nan), radius: 2) }
        let made = Markers(count: items.count, color: .black) { range, output in
            for i in range { output.append(Markers.Item(center: PlotPoint(x: Float(i), y: .nan), radius: 2)) }
        }
        var part: [Markers.Item] = []
        part.append(addingCapacity: 3) { made.read(1_999..<2_002, into: &$0) }
        #expect(part.map(\.center.x) == [1_999, 2_000, 2_001])
        #expect(made.items.map(\.center.x) == items.map(\.center.x))
        #expect(made == Markers(items, color: .black))
        #expect(made != Markers(items, color: .white) && made != Markers(items.dropLast(), color: .black))
        #expect(made != Markers(items.reversed(), color: .black))
        // Readers pass each item as three floats.
        #expect(MemoryLayout<Markers.Item>.stride == 12 && MemoryLayout.offset(of: \Markers.Item.radius) == 8)
    }

    @Test("trajectories are read in stretches, and compared by what they paint")
    func trajectories() {
        let points = (0..<2_500).map { PlotPoint(x: Float($0), y: $0 % 9 == 0 ? .nan : 3) }
        let made = UnorderedPolyline(count: points.count, width: 2, color: .black) { range, output in
            for i in range { output.append(PlotPoint(x: Float(i), y: i % 9 == 0 ? .nan : 3)) }
        }
        var part: [PlotPoint] = []
        part.append(addingCapacity: 3) { made.read(1_999..<2_002, into: &$0) }
        #expect(part.map(\.x) == [1_999, 2_000, 2_001])
        #expect(
            made.polyline.points.map(\.x) == points.map(\.x) && made.polyline.width == 2
                && made.polyline.paint == .solid(.black))
        #expect(made == UnorderedPolyline(points, width: 2, color: .black))
        #expect(
            made != UnorderedPolyline(points, width: 2, color: .white)
                && made != UnorderedPolyline(points, width: 1, color: .black))
        #expect(
            made != UnorderedPolyline(points.dropLast(), width: 2, color: .black)
                && made != UnorderedPolyline(points.reversed(), width: 2, color: .black))
        // Readers pass each point as two floats.
        #expect(MemoryLayout<PlotPoint>.stride == 8 && MemoryLayout.offset(of: \PlotPoint.y) == 4)
    }

    @Test("rectangles that do not meet have an empty intersection")
    func intersection() {
        let a = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(
            a.intersection(PixelRect(x: 5, y: 6, width: 10, height: 10)) == PixelRect(x: 5, y: 6, width: 5, height: 4))
        #expect(a.intersection(PixelRect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
    }

    @Test("a translucent pixel reads back with straight alpha")
    func straight() {
        let image = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: Color(0xFF0000, alpha: 0.5))
        #expect(image[0, 0] == SIMD4(128, 0, 0, 128))
        #expect(image.color(x: 0, y: 0) == Color(red: 255, green: 0, blue: 0, alpha: 128))
    }
}
