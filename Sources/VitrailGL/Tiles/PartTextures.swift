import VitrailDrawList
import VitrailScene

/// The textures of a part: unused textures are emptied, and large images are cropped to the visible texels.
struct PartTextures {
    private(set) var textures: [TextureData]
    private let rect: PixelRect
    private let side: Int
    /// Textures with at most this number of texels are sent whole.
    private static let few = 1 << 18

    init(_ textures: [TextureData], rect: PixelRect, side: Int) {
        (self.textures, self.rect, self.side) = (textures, rect, side)
    }

    /// - Parameter buffers: texture coordinates of quads with a cropped texture are adjusted.
    mutating func cut(for commands: [DrawCommand], reading buffers: inout [VertexData]) {
        var readers: [[Draw]] = Array(repeating: [], count: textures.count)
        for case .draw(let draw) in commands {
            for case .texture(let index) in draw.textures { readers[index].append(draw) }
        }
        for index in textures.indices {
            if readers[index].isEmpty {
                textures[index].clearUnlessKept()
            } else if let size = textures[index].cuttableSize, isWorthwhile(size, readers[index]) {
                cut(index, size, readers[index], &buffers)
            }
        }
    }

    /// Whether to crop a texture. All readers must address whole texels, which stay exact when shifted. The `image`
    /// program interpolates with fractional weights, which would round differently, so its textures are cropped only if
    /// they exceed the texture size.
    private func isWorthwhile(_ size: PixelSize, _ readers: [Draw]) -> Bool {
        let mustBe = max(size.width, size.height) > side
        guard mustBe || size.width * size.height > Self.few else { return false }
        return readers.allSatisfy { draw in
            switch draw.program {
            case .glyph: true
            case .image: mustBe
            default: false
            }
        }
    }

    private mutating func cut(_ index: Int, _ size: PixelSize, _ readers: [Draw], _ buffers: inout [VertexData]) {
        var (shown, window) = (PixelRect(x: 0, y: 0, width: 0, height: 0), PixelRect(x: 0, y: 0, width: 0, height: 0))
        for draw in readers {
            guard case .quad(let quads) = buffers[draw.buffer] else { return }
            for quad in quads[draw.firstVertex..<draw.firstVertex + draw.instanceCount] {
                if let own = texels(of: quad, size, around: 0) { shown = shown.joined(own) }
                if let own = texels(of: quad, size, around: Self.around) { window = window.joined(own) }
            }
        }
        // A tile may be as wide as the maximum texture size. Texels drawn 1 : 1 then need no margin.
        if window.width > side { (window.x, window.width) = (shown.x, shown.width) }
        if window.height > side { (window.y, window.height) = (shown.y, shown.height) }
        textures[index].crop(to: window)
        for draw in readers {
            guard case .quad(var quads) = buffers[draw.buffer] else { return }
            // Two draws may share a quad only if they read the same texture; each copied range belongs to one draw.
            for i in draw.firstVertex..<draw.firstVertex + draw.instanceCount {
                quads[i].texels.move(x: -Float(window.x), y: -Float(window.y))
            }
            buffers[draw.buffer] = .quad(quads)
        }
    }

    /// Margin of texels that influence a scaled image.
    private static let around = 2

    /// Returns the visible texels of a quad, with a margin of `around` texels. `nil`: none is visible.
    private func texels(of quad: QuadVertex, _ size: PixelSize, around: Int) -> PixelRect? {
        func range(
            _ from: Float, _ to: Float, _ low: Float, _ high: Float, _ start: Int, _ length: Int, _ count: Int
        ) -> Range<Int>? {
            let scale = (high - low) / (to - from)
            let (first, last) = (max(Float(start), from), min(Float(start + length), to))
            guard first < last, scale.isFinite, low >= 0, high <= Float(count) else { return nil }
            let begin = max(Int(low), Int((low + (first - from) * scale).rounded(.down)) - around)
            let end = min(Int(high), Int((low + (last - from) * scale).rounded(.up)) + around)
            return begin < end ? begin..<end : nil
        }
        let (r, t) = (quad.rect, quad.texels)
        guard let x = range(r.minX, r.maxX, t.minX, t.maxX, rect.x, rect.width, size.width),
            let y = range(r.minY, r.maxY, t.minY, t.maxY, rect.y, rect.height, size.height)
        else { return nil }
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}

extension TextureData {
    /// Size in texels of textures that are kept for one frame and may be cropped. `nil`: others.
    fileprivate var cuttableSize: PixelSize? {
        switch self {
        case .image(let image): image.size
        case .coverage(_, let size): size
        default: nil
        }
    }

    /// Empties the texture, except atlases, which are kept between frames: removing them would send them again.
    fileprivate mutating func clearUnlessKept() {
        let none = PixelSize(width: 0, height: 0)
        switch self {
        case .glyphCoverage, .glyphColor: break
        case .image: self = .image(PixelImage(size: none, pixels: []))
        case .coverage: self = .coverage([], none)
        case .values: self = .values([], none)
        case .slices: self = .slices([])
        case .envelope: self = .envelope([])
        case .segments: self = .segments([])
        case .palette: self = .palette([])
        }
    }

    fileprivate mutating func crop(to window: PixelRect) {
        let size = PixelSize(width: window.width, height: window.height)
        switch self {
        case .image(let image): self = .image(image.cropped(to: window))
        case .coverage(let texels, let whole):
            var rows: [UInt8] = []
            rows.reserveCapacity(window.width * window.height)
            for y in window.y..<window.maxY {
                rows += texels[y * whole.width + window.x..<y * whole.width + window.maxX]
            }
            self = .coverage(rows, size)
        default: preconditionFailure("only pictures are cut")
        }
    }
}

extension PixelRect {
    /// Returns the smallest rectangle that contains both; empty rectangles are ignored.
    fileprivate func joined(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

extension PlotRect {
    fileprivate mutating func move(x: Float, y: Float) {
        self = PlotRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }
}
