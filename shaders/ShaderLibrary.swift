/// The complete GLSL ES 3.00 source of one program.
public struct ShaderSource: Sendable, Hashable {
    /// The program's stem, for error messages: `line`.
    public let name: String
    public let vertex: String
    public let fragment: String

    public init(name: String, vertex: String, fragment: String) {
        self.name = name
        self.vertex = vertex
        self.fragment = fragment
    }
}

/// The shaders by stem. The build embeds the files in this folder, so that a program needs no path at run time and a
/// missing file is a compile error.
///
/// There is one custom directive, `#import "name.glsl"` on its own line: it inserts the snippet from `common/` where it
/// is first named in a shader. `#ifdef` is GLSL's own. A snippet that is first named in one branch of an `#ifdef` is
/// missing in the others, so a snippet that several branches need is imported before them.
public enum ShaderLibrary {
    /// The source of a program, with snippets inserted; `nil`: unknown stem.
    ///
    /// - Parameters:
    ///   - stem: `Program.rawValue`.
    ///   - name: name of the variant, for error messages; `nil`: the stem.
    ///   - macro: defined in both shaders. It selects a variant of the program.
    public static func source(of stem: String, as name: String? = nil, defining macro: String? = nil) -> ShaderSource? {
        guard let stages = programs[stem] else { return nil }
        return ShaderSource(
            name: name ?? stem, vertex: defining(macro, assembled(stages.vertex)),
            fragment: defining(macro, assembled(stages.fragment)))
    }

    /// All stems, sorted.
    public static var stems: [String] { programs.keys.sorted() }

    private static let programs: [String: (vertex: [UInt8], fragment: [UInt8])] = [
        "line": (PackageResources.line_vert, PackageResources.line_frag),
        "area": (PackageResources.area_vert, PackageResources.area_frag),
        "slices": (PackageResources.slices_vert, PackageResources.slices_frag),
        "stroke": (PackageResources.stroke_vert, PackageResources.stroke_frag),
        "envelope": (PackageResources.envelope_vert, PackageResources.envelope_frag),
        "rect": (PackageResources.rect_vert, PackageResources.rect_frag),
        "box": (PackageResources.box_vert, PackageResources.box_frag),
        "disc": (PackageResources.disc_vert, PackageResources.disc_frag),
        "sector": (PackageResources.sector_vert, PackageResources.sector_frag),
        "sector_edge": (PackageResources.sector_edge_vert, PackageResources.sector_edge_frag),
        "glyph": (PackageResources.glyph_vert, PackageResources.glyph_frag),
        "image": (PackageResources.quad_vert, PackageResources.image_frag),
        "field": (PackageResources.quad_vert, PackageResources.field_frag),
        "erase": (PackageResources.quad_vert, PackageResources.erase_frag),
        "resolve": (PackageResources.quad_vert, PackageResources.resolve_frag),
    ]

    /// The source with a macro, which comes after `#version`.
    private static func defining(_ macro: String?, _ source: String) -> String {
        guard let macro, let end = source.firstIndex(of: "\n") else { return source }
        return source[...end] + "#define \(macro)\n" + source[source.index(after: end)...]
    }

    private static let snippets: [String: [UInt8]] = [
        "header.glsl": PackageResources.header_glsl,
        "uniforms.glsl": PackageResources.uniforms_glsl,
        "pass_uniforms.glsl": PackageResources.pass_uniforms_glsl,
        "plot_to_clip.glsl": PackageResources.plot_to_clip_glsl,
        "quad_corner.glsl": PackageResources.quad_corner_glsl,
        "block_corner.glsl": PackageResources.block_corner_glsl,
        "texel.glsl": PackageResources.texel_glsl,
        "texel_size.glsl": PackageResources.texel_size_glsl,
        "pixel_center.glsl": PackageResources.pixel_center_glsl,
        "edge_coverage.glsl": PackageResources.edge_coverage_glsl,
        "half_plane_coverage.glsl": PackageResources.half_plane_coverage_glsl,
        "eight_cells.glsl": PackageResources.eight_cells_glsl,
        "subsamples.glsl": PackageResources.subsamples_glsl,
        "stroke_cells.glsl": PackageResources.stroke_cells_glsl,
        "envelope_coverage.glsl": PackageResources.envelope_coverage_glsl,
        "slice_coverage.glsl": PackageResources.slice_coverage_glsl,
        "quadrature.glsl": PackageResources.quadrature_glsl,
        "paint.glsl": PackageResources.paint_glsl,
        "sin_cos.glsl": PackageResources.sin_cos_glsl,
        "rect_coverage.glsl": PackageResources.rect_coverage_glsl,
    ]

    /// The lines of `stage`, with the first import of each snippet replaced by the snippet and later ones removed.
    private static func assembled(_ stage: [UInt8]) -> String {
        var imported: Set<String> = []
        var text: [UInt8] = []
        append(stage, to: &text, imported: &imported)
        return String(decoding: text, as: UTF8.self)
    }

    /// Works on bytes: every process assembles the programs that it uses, and with Characters that would take a
    /// millisecond.
    private static func append(_ bytes: [UInt8], to text: inout [UInt8], imported: inout Set<String>) {
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard line.starts(with: importDirective.utf8), line.last == UInt8(ascii: "\"") else {
                text += line
                text.append(UInt8(ascii: "\n"))
                continue
            }
            let name = String(decoding: line.dropFirst(importDirective.utf8.count).dropLast(), as: UTF8.self)
            guard let snippet = snippets[name] else { preconditionFailure("no shader snippet \(name)") }
            if imported.insert(name).inserted { append(snippet, to: &text, imported: &imported) }
        }
    }

    private static let importDirective = "#import \""
}
