import CRaster
import Foundation
import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Dense strokes, described by the slopes of their envelopes.
@Suite("Envelopes of dense strokes")
struct ColumnEnvelopeTests {
    private func list(_ points: [PlotPoint], width: Float = 2, clip: PixelRect? = nil) -> DrawList {
        let line = Shape.polyline(Polyline(points: points, width: width, paint: .solid(.black)))
        return tessellate(Scene(size: testSize, layers: [Layer(.series, marks: [Mark(line, clip: clip)])]))
    }

    private func blocks(_ list: DrawList) -> [EnvelopeVertex] {
        for case .envelope(let vertices) in list.buffers { return vertices }
        return []
    }

    private func slopes(_ list: DrawList) -> [EnvelopeSlopes] {
        for case .envelope(let slopes) in list.textures { return slopes }
        return []
    }

    /// Area between the envelopes, in pixels.
    private func area(_ list: DrawList) -> Float {
        slopes(list).reduce(0) { sum, slopes in
            let height = (slopes.secondLow + slopes.secondHigh - slopes.firstLow - slopes.firstHigh) * 0.5
            return sum + (height * slopes.weight).sum()
        }
    }

    /// Fraction of a column between the envelopes at a height.
    private func covered(_ slopes: ArraySlice<EnvelopeSlopes>, _ height: Float) -> Float {
        func before(_ low: SIMD4<Float>, _ high: SIMD4<Float>) -> SIMD4<Float> {
            ((SIMD4(repeating: height) - low) / (high - low)).clamped(lowerBound: .zero, upperBound: .one)
        }
        return slopes.reduce(0) { sum, slopes in
            let own = before(slopes.firstLow, slopes.firstHigh) - before(slopes.secondLow, slopes.secondHigh)
            return sum + (own * slopes.weight).sum()
        }
    }

    /// The first and the last segment are three pixels long, so that discs at their inner ends do not extend past the
    /// outer ones.
    private func straight(from: Float, to: Float, count: Int, at across: Float = 50, slope: Float = 0) -> [PlotPoint] {
        let inner = (0...count).map { from + 3 + (to - from - 6) * Float($0) / Float(count) }
        return ([from] + inner + [to]).map { point($0, across + ($0 - from) * slope) }
    }

    @Test(
        "a straight stroke is as large as its length times its width, ends within a pixel included",
        arguments: [0, 0.3, -0.95] as [Float])
    func size(slope: Float) {
        for (from, to) in [(10, 30), (10.37, 29.81), (11.02, 19.06)] as [(Float, Float)] {
            let length = (to - from) * (1 + slope * slope).squareRoot()
            for width in [0.4, 1, 3] as [Float] {
                let list = list(straight(from: from, to: to, count: 60, slope: slope), width: width)
                #expect(list.draws.map(\.program) == [.fineEnvelope])
                #expect(
                    abs(area(list) - length * width) < 0.02 * length * width + 0.01, "\(area(list)) \(length * width)")
            }
        }
    }

    @Test("at the far end of the largest picture, a stroke lies where it does elsewhere")
    func farEnd() {
        let size = PixelSize(width: PictureLimits.side, height: 40)
        let (from, to) = (Float(3), Float(size.width - 8))
        let points = straight(from: from, to: to, count: size.width * 3, at: 4, slope: 32 / (to - from))
        let line = Polyline(points: points, width: 2, paint: .solid(.black))
        let list = tessellate(Scene(size: size, layers: [Layer(.series, marks: [Mark(.polyline(line))])]))
        #expect(list.draws.map(\.program) == [.fineEnvelope])
        let all = slopes(list)
        for column in stride(from: size.width / 2, to: size.width - 12, by: 1_000) {
            let slopes = all[2 * column]
            let middle = (slopes.firstLow + slopes.firstHigh + slopes.secondLow + slopes.secondHigh) / 4
            let expected = 4 + 32 * (Float(column) + 0.25 - from) / (to - from)
            #expect(abs(middle.sum() / 4 - expected) < 0.02, "column \(column): \(middle), not \(expected)")
        }
    }

    @Test("up to two points a pixel have four slopes a column, more have eight")
    func parts() {
        #expect(list(straight(from: 10, to: 110, count: 190)).draws.map(\.program) == [.envelope])
        #expect(list(straight(from: 10, to: 110, count: 210)).draws.map(\.program) == [.fineEnvelope])
    }

    @Test("steps keep their exact edges while there are few")
    func steps() {
        let steps = { (count: Int) in
            (0..<count).flatMap { i in
                let along = 10 + 150 * Float(i) / Float(count)
                return [point(along, i % 2 == 0 ? 20 : 60), point(along, i % 2 == 0 ? 60 : 20)]
            }
        }
        #expect(list(steps(90)).draws.map(\.program) == [.fill, .slices])
        #expect(list(steps(400)).draws.map(\.program) == [.fineEnvelope])
    }

    @Test("upright edges lie where they are, to a cell, wherever in a column")
    func uprightEdges() throws {
        var path = [point(5, 50)]
        var edges: [Float] = []
        for k in 0..<16 {
            let start = 10 + 10 * Float(k)
            let edge = start + 5 + (Float(k) + 0.5) / 16
            for i in 0..<50 { path.append(point(start + Float(i) / 10, 50)) }
            path += [point(edge, 50), point(edge, 20), point(edge + 0.01, 20), point(edge + 0.01, 50)]
            edges.append(edge)
        }
        let clip = PixelRect(x: 0, y: 0, width: 180, height: 100)
        let envelope = try #require(ColumnEnvelope(width: 2, isVertical: false, along: 5...165, clip: clip))
        let all = try #require(envelope.slopes(of: path, [0..<path.count], .eighths)).slopes
        let first = envelope.columns.lowerBound
        /// Fraction of a column that is covered at a height.
        func covered(_ column: Int, _ height: Float) -> Float {
            self.covered(all[2 * (column - first)...2 * (column - first) + 1], height)
        }
        for edge in edges {
            let column = Int(edge)
            let (left, right) = (Float(column) + 1 - edge, edge + 0.01 - Float(column))
            // Near the peak, halfway up and near the line; nothing beyond both.
            for height in [24, 35, 46] as [Float] {
                #expect(
                    abs(covered(column - 1, height) - left) < 0.06,
                    "\(edge): \(covered(column - 1, height)), not \(left)")
                #expect(
                    abs(covered(column + 1, height) - right) < 0.06,
                    "\(edge): \(covered(column + 1, height)), not \(right)")
                #expect(abs(covered(column, height) - 1) < 0.01)
            }
            for height in [10, 18, 52, 60] as [Float] {
                for column in column - 1...column + 1 {
                    #expect(abs(covered(column, height)) < 0.025, "\(edge) \(height): \(covered(column, height))")
                }
            }
        }
    }

    /// A column with outlying cells on either side.
    @Test(
        "a cell alone, far from all others, has its share, and nothing lies beyond it", arguments: 1...3, [false, true])
    func lonelyCells(count: Int, isSecond: Bool) {
        var cells = EnvelopeCells(columns: Int(VITRAIL_SLOPE_COLUMNS), opacity: 1)
        cells.clear(0)
        let heights = (0..<16).map { i -> (first: Float, second: Float) in
            let isFar = i % 5 == 0 && i / 5 < count
            return (isFar && !isSecond ? 20 : 49, isFar && isSecond ? 80 : 51)
        }
        cells.take((heights.map(\.second), heights.map { -$0.first }), from: 0, to: 16)
        var fit = EnvelopeFit(columns: 1, .eighths)
        cells.tell(&fit, from: 0)
        for offset in [2, 10, 20] as [Float] {
            let inner = covered(fit.slopes[...], isSecond ? 80 - offset : 20 + offset)
            #expect(abs(inner - Float(count) / 16) < 0.001, "\(inner) at \(offset)")
            let outer = covered(fit.slopes[...], isSecond ? 80 + offset : 20 - offset)
            #expect(abs(outer) < 0.001, "\(outer) at \(-offset)")
        }
    }

    @Test(
        "a column has the same slopes, however many are told of at once",
        arguments: [EnvelopeDetail.quarters, .eighths])
    func fewColumns(detail: EnvelopeDetail) {
        var numbers = SeededNumbers(seed: 5)
        let columns = Int(VITRAIL_SLOPE_COLUMNS)
        let heights = (0..<columns * EnvelopeDetail.cells).map { _ in numbers.float(0...50) }
        func slopes(_ count: Int) -> [EnvelopeSlopes] {
            var cells = EnvelopeCells(columns: columns, opacity: 1)
            cells.clear(0)
            cells.take((heights.map { $0 + 3 }, heights.map { -$0 }), from: 0, to: Float(heights.count))
            var fit = EnvelopeFit(columns: count, detail)
            cells.tell(&fit, from: 0)
            return fit.slopes
        }
        let all = slopes(columns)
        for count in 1..<columns { #expect(slopes(count) == Array(all.prefix(count * detail.parts)), "\(count)") }
        #expect(Set(all.map { "\($0)" }).count == all.count)
    }

    @Test("blocks are four columns wide, as high as the stroke is there, and read whole blocks of texels")
    func boxes() {
        let list = list(straight(from: 10, to: 110, count: 100, at: 20.5))
        #expect(blocks(list).first?.box == PlotRect(minX: 8, minY: 19, maxX: 12, maxY: 22))
        #expect(blocks(list).map(\.box.minX) == stride(from: 8, to: 112, by: 4).map { Float($0) })
        #expect(
            blocks(list).allSatisfy {
                $0.texel.x.truncatingRemainder(dividingBy: 20) == 0 && $0.texel.x < 2000 && $0.texel.y == 0
            })
        #expect(slopes(list).count == TextureData.envelopeSlopesPerRow)
        let vertical = self.list(straight(from: 10, to: 90, count: 80, at: 20.5).map { point($0.y, $0.x) })
        #expect(blocks(vertical).first?.box == PlotRect(minX: 19, minY: 8, maxX: 22, maxY: 12))
        #expect(vertical.draws.first?.uniforms.shape.x == 1)
    }

    @Test("strokes share a texture, and blocks do not lie in two of its rows")
    func rows() {
        let line = { (y: Float, count: Int) in
            Mark(
                .polyline(
                    Polyline(points: straight(from: 3, to: 178, count: count, at: y), width: 2, paint: .solid(.black))))
        }
        let list = tessellate(
            Scene(
                size: testSize,
                layers: [Layer(.series, marks: [line(20, 200), line(40, 700), line(60, 200), line(80, 700)])]))
        #expect(list.textures.count == 1 && list.totals.draws == 4)
        #expect(blocks(list).map(\.texel.y).max() == 2)
        for (draw, parts) in zip(list.draws, [1, 2, 1, 2] as [Float]) {
            #expect(draw.program == (parts == 2 ? .fineEnvelope : .envelope))
            let own = blocks(list)[draw.firstVertex..<draw.firstVertex + draw.instanceCount]
            #expect(own.count == 45 && own.allSatisfy { $0.texel.x + 20 * parts <= 2000 })
        }
    }

    @Test("segments too short to have a direction, at both ends")
    func shortEnds() {
        let whole = area(list(straight(from: 10, to: 110, count: 400)))
        for apart in [PlotPoint(x: 1e-30, y: 0), PlotPoint(x: 0, y: 1e-30), PlotPoint(x: 1e-22, y: 1e-23)] {
            var points = straight(from: 10, to: 110, count: 400).map { PlotPoint(x: $0.x - 10, y: $0.y - 50) }
            points.insert(PlotPoint(x: -apart.x, y: -apart.y), at: 0)
            let found = area(list(points + [points[points.count - 1]], clip: nil))
            #expect(found.isFinite && found > 0.4 * whole)
        }
    }

    @Test("runs side by side are one stroke; runs above one another are a union, which is counted")
    func runs() {
        let first = straight(from: 10, to: 50, count: 100)
        #expect(
            list(first + [.gap] + straight(from: 53, to: 90, count: 100, at: 70)).draws.map(\.program) == [
                .fineEnvelope
            ])
        #expect(list(first + [.gap] + straight(from: 40, to: 90, count: 100, at: 70)).draws.map(\.program) == [.glyph])
        let size = { self.area(self.list(first + [.gap] + self.straight(from: $0, to: $0 + 40, count: 60, at: 70))) }
        // Ends and starts in one column.
        #expect(abs(size(50.3) - 160) < 0.1 && abs(size(50.01) - 160) < 0.1)
    }

    /// Runs are four pixels apart, more than the stroke width, and span many tiles.
    @Test("slopes do not depend on the number of threads", arguments: [EnvelopeDetail.quarters, .eighths])
    func threads(detail: EnvelopeDetail) throws {
        var numbers = SeededNumbers(seed: 8)
        let points = (0..<60_000).map { i in
            i % 7_001 > 6_800 ? PlotPoint.gap : point(Float(i) / 50, 300 + numbers.float(-200...200))
        }
        let clip = PixelRect(x: 3, y: 0, width: 1_190, height: 600)
        let envelope = try #require(ColumnEnvelope(width: 2.5, isVertical: false, along: 0...1_200, clip: clip))
        let runs = points.split { !$0.isFinite }.map(\.indices)
        let one = try #require(envelope.slopes(of: points, runs, detail, threads: 1))
        #expect(
            one.slopes.count == envelope.columns.count * detail.parts && one.slopes.contains { $0.weight != .zero }
                && one.apart > 0)
        for threads in [2, 3, 5] {
            #expect(envelope.slopes(of: points, runs, detail, threads: threads) == one, "\(threads)")
        }
    }

    @Test("walks of a point or two in a pixel are drawn by four slopes, noise by eight")
    func few() {
        for (perPixel, reverts, program) in [
            (1.3, 1, .envelope), (1.9, 1, .envelope), (1.3, 0, .fineEnvelope), (1.9, 0, .fineEnvelope),
        ]
            as [(Float, Float, ProgramVariant)]
        {
            var numbers = SeededNumbers(seed: 6)
            var across: Float = 50
            let points = (0..<Int(180 * perPixel)).map { i in
                across = 50 + (across - 50) * 0.98 * reverts + numbers.float(-1...1) * (reverts > 0 ? 6 : 40)
                return point(10 + Float(i) / perPixel, across)
            }
            #expect(list(points, width: 1.5).draws.map(\.program) == [program], "\(perPixel)")
        }
    }

    @Test("a stroke thinner than cells can tell is as pale as it has to be")
    func thin() {
        for width in [0.01, 0.1, 0.125, 0.2] as [Float] {
            let found = area(list(straight(from: 10, to: 110, count: 400, slope: 0.75), width: width))
            #expect(abs(found - width * 125) < 0.1 * width * 125, "\(width): \(found)")
        }
    }

    /// The tip is blurred, but not lost.
    @Test("a single vertex that sticks out sticks out")
    func spike() {
        var points = straight(from: 10, to: 110, count: 400)
        points[173].y = 7
        let highest = slopes(list(points)).filter { $0.weight.sum() > 0 }.map { $0.firstLow.min() }.min() ?? .nan
        #expect(highest > 1 && highest < 6.3)
    }

    /// Columns are processed 32 at a time.
    @Test("a vertex that sticks out is as large wherever it lies")
    func spikes() {
        // An eighth of a pixel apart, like slopes.
        let points = straight(from: 10, to: 110, count: 752)
        let areas = (20..<720).map { i in
            var points = points
            points[i].y = 20
            return area(list(points))
        }
        #expect(areas.min()! > 205 && areas.max()! - areas.min()! < 0.01, "\(areas.min()!)…\(areas.max()!)")
    }

    @Test("only what the clip shows is told")
    func clipped() {
        let list = list(
            straight(from: -300, to: 500, count: 1600), clip: PixelRect(x: 50, y: 0, width: 10, height: 100))
        #expect(blocks(list).map(\.box.minX) == [50, 52, 56] && abs(area(list) - 24) < 0.1)
        #expect(self.list(straight(from: 500, to: 600, count: 200)).draws.isEmpty)
    }

    @Test("wide strokes are drawn by slices, points far outside and paths that turn back by their segments")
    func others() {
        var far = straight(from: 10, to: 110, count: 400)
        far[100].y = 1e6
        let wide = list(straight(from: 10, to: 110, count: 400), width: 40)
        let turning = (0..<400).map { i in point(100 + 50 * sin(Float(i) * 0.1), 50 + 40 * cos(Float(i) * 0.13)) }
        #expect(wide.draws.map(\.program) == [.fill, .slices])
        for list in [list(far), list(turning)] {
            #expect(list.draws.contains { [.line, .stroke].contains($0.program) })
        }
    }
}
