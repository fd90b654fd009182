import VitrailDrawList
import VitrailScene

extension DrawListBuilder {
    /// Assigns the following marks to a group; nil: no group. Composites the layer of the previous group onto the
    /// canvas.
    mutating func enter(_ group: FadedGroup?) {
        guard group != open?.group else { return }
        drawLayers()
        leave()
        guard let group else { return }
        open = (group, commands.count)
        base = .layer
        target(.layer)
    }

    private mutating func leave() {
        guard let (group, start) = open else { return }
        open = nil
        base = .canvas
        let touched = touched(from: start)
        guard !touched.isEmpty, group.opacity > 0 else {
            commands.removeSubrange(start...)
            return
        }
        commands[start] = .target(.layer, clear: touched)
        var uniforms = DrawUniforms(size: size)
        uniforms.shape.x = min(group.opacity, 1)
        let patches = patches([touched])
        resolve(.resolveGroup, from: .layer, in: patches, uniforms: uniforms, clip: touched, label: "faded group")
    }

    /// The pixels of the layer that commands from `start` on may have changed.
    private func touched(from start: Int) -> PixelRect {
        var touched = PixelRect.none
        var target = Target.layer
        for command in commands[start...] {
            switch command {
            case .target(let next, _): target = next
            case .draw(let draw) where target == .layer: touched = touched.union(extent(of: draw))
            case .draw, .hook: break
            }
        }
        return touched
    }

    private func extent(of draw: Draw) -> PixelRect {
        switch draw.program.program {
        case .line, .area, .rect, .disc, .sector, .sectorEdge: return draw.scissor
        case .slices:
            return blocks[draw.firstVertex..<draw.firstVertex + draw.instanceCount].reduce(PixelRect.none) {
                $0.union(PixelRect(touching: $1.box, in: draw.scissor))
            }
        case .envelope:
            return envelopes[draw.firstVertex..<draw.firstVertex + draw.instanceCount].reduce(PixelRect.none) {
                $0.union(PixelRect(touching: $1.box, in: draw.scissor))
            }
        case .stroke:
            return strokes[draw.firstVertex..<draw.firstVertex + draw.instanceCount].reduce(PixelRect.none) {
                $0.union(PixelRect(touching: $1.box, in: draw.scissor))
            }
        case .box where draw.program.readsSamples: return draw.scissor
        case .box, .glyph, .image, .field, .erase, .resolve:
            return quads[draw.firstVertex..<draw.firstVertex + draw.instanceCount].reduce(PixelRect.none) {
                $0.union(PixelRect(touching: $1.rect, in: draw.scissor))
            }
        }
    }
}
