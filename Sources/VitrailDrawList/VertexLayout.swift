/// The layout of a program's attributes in its vertices. Attribute locations follow the order of `attributes`.
public struct VertexLayout: Sendable, Hashable {
    public enum Format: Sendable, Hashable {
        /// One to four floats.
        case float(Int)
        /// Four bytes, normalised to 0…1.
        case color
        /// Four floats that are the same for all instances of a block of samples: the block's origins on the axes, in
        /// pixels.
        case blockOrigins
    }
    public struct Attribute: Sendable, Hashable {
        public var name: String
        public var format: Format
        /// Bytes from the instance's first vertex. An offset ≥ stride reaches into the next vertex.
        public var offset: Int
        /// For samples: index of the column that the attribute reads; if the draw has fewer columns, any of them. Its vertices are single floats, from the sample
        /// before the instance's first one on.
        public var column = 0
    }

    public var stride: Int
    /// Number of vertices that one instance reads: 2 for segments and slices, which share vertices with their
    /// neighbours.
    public var verticesPerInstance: Int
    public var attributes: [Attribute]
}

extension ProgramVariant {
    /// All attributes advance once per instance, or once per vertex where instances are drawn as points.
    public var layout: VertexLayout { readsSamples ? program.sampleLayout : program.layout }
}

extension VertexLayout {
    /// The columns' attributes begin `offset` bytes after the sample before the instance's first one.
    fileprivate init(columns: [String], _ count: Int, offset: Int, verticesPerInstance: Int) {
        self.init(
            stride: 4, verticesPerInstance: verticesPerInstance,
            attributes: columns.enumerated().map { column, name in
                Attribute(name: name, format: .float(count), offset: offset, column: column)
            } + [Attribute(name: "a_origin", format: .blockOrigins, offset: 0)])
    }
}

extension Program {
    /// The layout of its variant that reads samples.
    fileprivate var sampleLayout: VertexLayout {
        switch self {
        case .line: VertexLayout(columns: ["a_x", "a_y"], 4, offset: 0, verticesPerInstance: 2)
        case .area: VertexLayout(columns: ["a_along", "a_first", "a_second"], 2, offset: 4, verticesPerInstance: 2)
        case .disc: VertexLayout(columns: ["a_x", "a_y", "a_square"], 1, offset: 4, verticesPerInstance: 1)
        case .box: VertexLayout(columns: ["a_x", "a_y"], 1, offset: 4, verticesPerInstance: 1)
        default: preconditionFailure("\(rawValue) reads no samples")
        }
    }

    /// The layout of its vertex type.
    public var layout: VertexLayout {
        func attribute(_ name: String, _ format: VertexLayout.Format, _ offset: Int) -> VertexLayout.Attribute {
            VertexLayout.Attribute(name: name, format: format, offset: offset)
        }
        switch self {
        case .line:
            return VertexLayout(
                stride: 12, verticesPerInstance: 2,
                attributes: [attribute("a_start", .float(3), 0), attribute("a_end", .float(3), 12)])
        case .area:
            return VertexLayout(
                stride: 16, verticesPerInstance: 2,
                attributes: [attribute("a_start", .float(4), 0), attribute("a_end", .float(4), 16)])
        case .slices:
            return VertexLayout(
                stride: 48, verticesPerInstance: 1,
                attributes: [
                    attribute("a_box", .float(4), 0), attribute("a_first", .float(4), 16),
                    attribute("a_count", .float(4), 32),
                ])
        case .envelope:
            return VertexLayout(
                stride: 24, verticesPerInstance: 1,
                attributes: [attribute("a_box", .float(4), 0), attribute("a_texel", .float(2), 16)])
        case .stroke:
            return VertexLayout(
                stride: 52, verticesPerInstance: 1,
                attributes: [
                    attribute("a_box", .float(4), 0), attribute("a_edge", .float(4), 16),
                    attribute("a_segments", .float(2), 32),
                    attribute("a_stroke", .float(3), 40),
                ])
        case .rect:
            return VertexLayout(
                stride: 56, verticesPerInstance: 1,
                attributes: [
                    attribute("a_rect", .float(4), 0), attribute("a_box", .float(4), 16),
                    attribute("a_tip", .float(3), 32),
                    attribute("a_fill", .color, 44), attribute("a_fill_end", .color, 48),
                    attribute("a_stroke", .color, 52),
                ])
        case .disc:
            return VertexLayout(
                stride: 16, verticesPerInstance: 1,
                attributes: [attribute("a_disc", .float(3), 0), attribute("a_color", .color, 12)])
        case .sector:
            return VertexLayout(
                stride: 52, verticesPerInstance: 1,
                attributes: [
                    attribute("a_ring", .float(4), 0), attribute("a_angles", .float(3), 16),
                    attribute("a_fill", .color, 28), attribute("a_crust", .color, 32),
                    attribute("a_box", .float(4), 36),
                ])
        case .sectorEdge:
            return VertexLayout(
                stride: 64, verticesPerInstance: 1,
                attributes: [
                    attribute("a_box", .float(4), 0), attribute("a_arc", .float(4), 16),
                    attribute("a_inwards", .float(2), 32),
                    attribute("a_crustWidth", .float(1), 40), attribute("a_fill", .color, 44),
                    attribute("a_crust", .color, 48),
                    attribute("a_beyondWidth", .float(1), 52), attribute("a_beyond", .color, 56),
                    attribute("a_beyondCrust", .color, 60),
                ])
        case .box, .glyph, .image, .field, .erase, .resolve:
            return VertexLayout(
                stride: 36, verticesPerInstance: 1,
                attributes: [
                    attribute("a_rect", .float(4), 0), attribute("a_texels", .float(4), 16),
                    attribute("a_color", .color, 32),
                ])
        }
    }
}

extension ProgramVariant {
    /// Sampler names in binding order (texture unit = index).
    public var samplers: [String] {
        switch self {
        case .line, .fineLine, .sampleLine, .sampleDisc, .sampleBox, .sampleArea, .area, .strokeEdge, .rect, .box,
            .fill,
            .tint, .sliver, .disc, .sector, .sectorEdge, .erase:
            []
        case .slices, .stroke, .envelope, .fineEnvelope, .glyph, .image, .resolveMask, .resolveGroup: ["u_texture"]
        case .field: ["u_texture", "u_palette"]
        case .resolveSlivers: ["u_colors", "u_coverage"]
        case .resolveCells: ["u_cells0", "u_cells1", "u_cells2", "u_cells3"]
        }
    }
}
