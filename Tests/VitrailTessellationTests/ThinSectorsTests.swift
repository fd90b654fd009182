import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Thin slices")
struct ThinSectorsTests {
    private static let (inner, outer): (Float, Float) = (7, 40)

    private func slices(
        _ count: Int, crust: Float = 0, gap: Double = 0, sense: Double = 1, oneColor: Bool = false
    ) -> [SectorBatch.Item] {
        var numbers = SeededNumbers(seed: UInt64(count))
        let shares = (0..<count).map { _ in Double(numbers.float(0.2...1)) }
        let turn = 2 * Double.pi * sense / shares.reduce(0, +)
        var start = 0.3
        return shares.map { share in
            defer { start += share * turn }
            let color = Color(UInt32(truncatingIfNeeded: numbers.next()), alpha: 0.8)
            return SectorBatch.Item(
                center: point(50, 50), innerRadius: Self.inner, outerRadius: Self.outer, startAngle: Float(start),
                sweep: Float(share * turn * (1 - gap)), fill: oneColor ? .black : color, crust: .white,
                crustWidth: min(crust, Float(share * abs(turn)) * 20 / 3))
        }
    }

    /// Sum of area times premultiplied colour, for fill and crust.
    private func paint(_ pieces: [ThinSectors.Piece]) -> (area: Double, color: SIMD4<Double>) {
        var (area, color) = (0.0, SIMD4<Double>.zero)
        for piece in pieces {
            let item = piece.item
            let (near, far) = (Double(max(item.innerRadius, piece.cut)), Double(item.outerRadius))
            let sweep = abs(Double(item.sweep))
            let own = sweep * (far * far - near * near) / 2
            let p = item.fill.premultiplied
            let fill = SIMD4(Double(p.x), Double(p.y), Double(p.z), Double(p.w))
            // A cut is not an edge.
            let crust = Double(item.crustWidth)
            let (low, high) = (max(piece.cut > 0 ? near : near + crust, 2 * crust / sweep), far - crust)
            let bare = crust > 0 ? max(0, sweep * (high * high - low * low) / 2 - 2 * crust * (high - low)) : own
            area += own
            color += fill * bare + (SIMD4(repeating: 1)) * (own - bare)
        }
        return (area, color)
    }

    @Test("area and colour of the whole stay", arguments: [65, 300, 1_000, 10_000], [0, 0.3] as [Float])
    func whole(count: Int, crust: Float) {
        let items = slices(count, crust: crust)
        let pieces = ThinSectors(items).pieces
        let (before, after) = (paint(items.map { ThinSectors.Piece(item: $0) }), paint(pieces))
        #expect(abs(after.area / before.area - 1) < 1e-4)
        for channel in 0..<4 {
            #expect(abs(after.color[channel] - before.color[channel]) < 0.004 * before.area, "channel \(channel)")
        }
    }

    /// Their angles do not differ, or by less than a Double can represent next to the start angle.
    @Test("slices too thin for their angles are nothing, in no colour that is no number", arguments: [0.0, 1, 3.2])
    func thinnerThanAngles(start: Double) {
        var sweeps: [Float] = []
        for power in 0..<24 { sweeps += [1, 3, 5].map { Float.leastNonzeroMagnitude * Float($0 << power) } }
        for exponent in 17..<30 { sweeps.append(Float(pow(10.0, -Double(exponent)))) }
        let items = sweeps.map {
            SectorBatch.Item(
                center: point(50, 50), innerRadius: 0, outerRadius: Self.outer, startAngle: Float(start), sweep: $0,
                fill: Color(0x3366CC, alpha: 0.8), crust: .white, crustWidth: $0)
        }
        for piece in ThinSectors(items).pieces {
            #expect(piece.item.innerRadius < piece.item.outerRadius && piece.item.sweep.isFinite)
            #expect(piece.item.fill.alpha == 204 || piece.item.fill.alpha == 255, "\(piece.item.fill)")
        }
    }

    @Test("what was merged is no wider than a cell, and lies ring by ring without gap", arguments: [1, -1])
    func rings(sense: Double) {
        let pieces = ThinSectors(slices(10_000, sense: sense)).pieces
        #expect(pieces.count < 2_500)
        var radii: [Float: Double] = [:]
        for piece in pieces {
            #expect(piece.cut == 0 && piece.item.crustWidth == 0)
            #expect(abs(piece.item.sweep) * piece.item.outerRadius <= 0.25 + 1e-4)
            #expect(piece.item.sweep * Float(sense) > 0)
            radii[piece.item.outerRadius, default: 0] += Double(piece.item.sweep)
        }
        #expect(Set(pieces.map(\.item.innerRadius)) == Set(radii.keys).subtracting([Self.outer]).union([Self.inner]))
        for turn in radii.values { #expect(abs(abs(turn) - 2 * .pi) < 1e-3) }
    }

    @Test("slices that are wide at the rim are drawn themselves, down to where they are thin")
    func cut() {
        let items = slices(300, crust: 0.2)
        let own = ThinSectors(items).pieces.filter { $0.item.outerRadius == Self.outer && $0.item.crustWidth > 0 }
        #expect(own.map(\.item) == items)
        for piece in own {
            let width = abs(piece.item.sweep) * piece.cut
            #expect(piece.cut == 0 ? abs(piece.item.sweep) * Self.inner > 0.2 : width <= 0.25 && width > 0.2)
        }
        let vertices = drawList(Mark(.sectors(SectorBatch(items: items)))).sectorVertices
        #expect(
            vertices.filter { $0.crustWidth > 0 }.map(\.innerRadius) == own.map { $0.cut > 0 ? -$0.cut : Self.inner })
    }

    @Test("neighbours of one colour are one sector, however many; a gap between them stays in the mean")
    func oneColor() {
        let merged = ThinSectors(slices(10_000, oneColor: true)).pieces
        #expect(merged.count < 10)
        #expect(merged.allSatisfy { $0.item.fill == .black && abs(abs(Double($0.item.sweep)) - 2 * .pi) < 1e-5 })
        // A gap that is just visible.
        let half = slices(10_000, oneColor: true).filter { $0.startAngle < 2 || $0.startAngle > 4 }
        #expect(
            ThinSectors(half).pieces.allSatisfy {
                abs(Double($0.item.sweep) - 1.7) < 0.01 || abs(Double($0.item.sweep) - 2.58) < 0.01
            })
        let gapped = ThinSectors(slices(10_000, gap: 0.5, oneColor: true)).pieces
        #expect(gapped.allSatisfy { abs($0.item.sweep) * $0.item.outerRadius < 0.251 })
        let (area, color) = paint(ThinSectors(slices(10_000)).pieces)
        #expect(abs(paint(gapped).color.w / (area * 0.5) - 1) < 0.01 && abs(color.w / (area * 0.8) - 1) < 0.01)
    }

    @Test(
        "slices apart, over each other, elsewhere, back, of a full turn, of nothing and without number stay as they are"
    )
    func apart() {
        func item(_ start: Float, _ sweep: Float, at x: Float = 50, outer: Float = 40) -> SectorBatch.Item {
            SectorBatch.Item(
                center: point(x, 50), innerRadius: 0, outerRadius: outer, startAngle: start, sweep: sweep, fill: .black)
        }
        let thin: Float = 1e-4
        let items = [
            item(0, thin), item(0, thin), item(0, thin, at: 51), item(thin, thin), item(2 * thin, thin, outer: 41),
            item(0, -thin), item(0, 0),
            item(1, .nan), item(.infinity, thin), item(0, 2 * .pi), item(0, thin, outer: .infinity),
            item(thin, thin, outer: .infinity),
        ]
        #expect(ThinSectors(items).pieces.map(\.item).count == items.count)
        #expect(
            zip(ThinSectors(items).pieces, items).allSatisfy {
                $0.cut == 0 && $0.item.sweep.bitPattern == $1.sweep.bitPattern
            })
    }
}
