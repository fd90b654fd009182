import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailRaster
@testable import VitrailTessellation

/// Hundreds of overlapping lines match painting them one after another in real numbers.
@Suite("Many faint lines", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct FaintLineOracleTests {
    private static let (width, height) = (240, 160)
    private static let clip = PixelRect(x: 5, y: 3, width: 230, height: 150)

    /// Noise all over the picture, so dense that its coverage is rasterised on the CPU.
    private func lines(_ count: Int, alpha: UInt8, seed: UInt64) -> [Polyline] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            let points = (0..<1_500).map { point(Float($0) * 0.16, numbers.float(20...140)) }
            let channels = (0..<3).map { _ in UInt8(numbers.next() % 256) }
            return Polyline(
                points: points, width: 1,
                paint: .solid(Color(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)))
        }
    }

    private func isShown(_ x: Int, _ y: Int) -> Bool {
        x >= Self.clip.x && x < Self.clip.maxX && y >= Self.clip.y && y < Self.clip.maxY
    }

    /// Pixel coverage of each line by itself.
    private func coverage(_ line: Polyline) throws -> CoverageMap {
        var builder = DrawListBuilder(
            scene: scene(width: Self.width, height: Self.height), reserving: VertexCounts(bounding: scene()))
        let isDrawn =
            builder.drawDense(line, clip: Self.clip, label: "")
            || builder.drawUnordered(line, clip: Self.clip, label: "")
        #expect(isDrawn)
        return try #require(builder.layers?.members.first?.map, "it is not counted")
    }

    /// Premultiplied, each over the previous ones: red, green, blue, alpha of each pixel.
    private func painted(_ lines: [Polyline], on background: Color = .white) throws -> [SIMD4<Double>] {
        var pixels = [SIMD4<Double>](repeating: background.premultipliedDouble, count: Self.width * Self.height)
        for line in lines {
            guard case .solid(let color) = line.paint else { continue }
            let map = try coverage(line)
            for y in 0..<map.box.height {
                for x in 0..<map.box.width {
                    let share = Double(map.coverage[y * map.box.width + x]) / 255
                    let pixel = (y + map.box.y) * Self.width + x + map.box.x
                    guard share > 0, isShown(x + map.box.x, y + map.box.y) else { continue }
                    let shade = color.premultipliedDouble * share
                    pixels[pixel] = shade + pixels[pixel] * (1 - shade.w)
                }
            }
        }
        return pixels
    }

    private func error(_ scene: Scene, _ wanted: [SIMD4<Double>]) async throws -> Double {
        let drawn = try await Oracle.draw(scene)
        var maximum = 0.0
        for (k, pixel) in wanted.enumerated() {
            for c in 0..<4 { maximum = max(maximum, abs(Double(drawn.pixels[4 * k + c]) - pixel[c] * 255)) }
        }
        return maximum
    }

    @Test("are painted over one another in real numbers", arguments: [1, 4, 40, 255] as [UInt8])
    func many(alpha: UInt8) async throws {
        let lines = lines(150, alpha: alpha, seed: UInt64(alpha))
        let scene = scene(lines, clip: Self.clip)
        let list = tessellate(scene)
        // One texture, regardless of the number of lines.
        #expect(list.textures.count == 1 && list.commands.count { if case .draw = $0 { true } else { false } } == 1)
        // Rounding of the result to 8 bits, and again on the canvas.
        let error = try await error(scene, painted(lines))
        #expect(error <= 1, "\(error)/255")
    }

    /// Lines through a few points each, as in parallel coordinates.
    @Test("of few points are painted in real numbers, too", arguments: [1, 4, 40] as [UInt8])
    func sparse(alpha: UInt8) async throws {
        var numbers = SeededNumbers(seed: 9)
        let lines = (0..<200).map { _ in
            let points = (0..<9).map { point(Float($0) * 29, numbers.float(72...88)) }
            return Polyline(
                points: points, width: 1.5, paint: .solid(Color(red: 200, green: 30, blue: 90, alpha: alpha)))
        }
        let error = try await error(scene(lines, clip: Self.clip), painted(lines))
        #expect(error <= 1, "\(error)/255")
    }

    /// Smooth lines; if there are few, some are drawn by their envelopes.
    @Test("are counted where few would not be")
    func smooth() throws {
        func lines(_ count: Int, alpha: UInt8) -> [Polyline] {
            (0..<count).map { k in
                let points = (0..<480).map { point(Float($0) / 2, 80 + Float(k) + 20 * sin(Float($0) / 60)) }
                return Polyline(
                    points: points, width: 2, paint: .solid(Color(red: 9, green: 80, blue: 200, alpha: alpha)))
            }
        }
        func counted(_ lines: [Polyline]) -> Int {
            var scene = scene(lines)
            for k in lines.indices { scene.layers[0].marks[k].source = MarkSource(series: k, tier: .exact) }
            return tessellate(scene).series.count { $0.tier == .counted }
        }
        #expect(counted(lines(20, alpha: 20)) == 0)
        #expect(counted(lines(30, alpha: 64)) == 0)
        #expect(counted(lines(30, alpha: 63)) == 30)
    }

    @Test("are seen below and above what is drawn between them, and in their clips")
    func order() async throws {
        let (below, above) = (lines(30, alpha: 60, seed: 2), lines(30, alpha: 60, seed: 3))
        let rect = PlotRect(minX: 60, minY: 40, maxX: 180, maxY: 120)
        let batch = RectBatch(items: [
            RectBatch.Item(rect: rect, fill: Color(red: 10, green: 200, blue: 30, alpha: 255))
        ])
        var scene = scene(below, clip: Self.clip)
        scene.layers[0].marks += [Mark(.rects(batch))] + above.map { Mark(.polyline($0), clip: Self.clip) }
        var wanted = try painted(below)
        for y in 40..<120 {
            for x in 60..<180 { wanted[y * Self.width + x] = SIMD4(10, 200, 30, 255) / 255 }
        }
        for line in above {
            guard case .solid(let color) = line.paint else { continue }
            let map = try coverage(line)
            for (k, value) in map.coverage.enumerated() where value > 0 {
                let (x, y) = (k % map.box.width + map.box.x, k / map.box.width + map.box.y)
                guard isShown(x, y) else { continue }
                let shade = color.premultipliedDouble * (Double(value) / 255)
                wanted[y * Self.width + x] = shade + wanted[y * Self.width + x] * (1 - shade.w)
            }
        }
        #expect(try await error(scene, wanted) <= 2)
    }

    @Test("are textures of their own where they are few, or their clips differ, and counted with their series")
    func few() throws {
        let few = lines(19, alpha: 9, seed: 4)
        #expect(tessellate(scene(few, clip: Self.clip)).textures.count == 19)
        let many = lines(45, alpha: 9, seed: 5)
        var scene = scene(many, clip: Self.clip)
        for k in 0..<45 {
            scene.layers[0].marks[k].source = MarkSource(series: k, tier: .exact)
            if k >= 22 { scene.layers[0].marks[k].clip = PixelRect(x: 0, y: 0, width: 240, height: 160) }
        }
        let list = tessellate(scene)
        #expect(list.textures.count == 2)
        #expect(list.series.map(\.series) == Array(0..<45) && list.series.allSatisfy { $0.tier == .counted })
        #expect(list.series.filter { $0.draws == 1 }.map(\.series) == [21, 44])
    }

    private func scene(
        _ lines: [Polyline] = [], width: Int = Self.width, height: Int = Self.height, clip: PixelRect? = nil
    ) -> Scene {
        Scene(
            size: PixelSize(width: width, height: height),
            layers: [Layer(.series, marks: lines.map { Mark(.polyline($0), clip: clip) })])
    }
}
