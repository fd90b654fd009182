import Foundation
import Testing
import VitrailImage
import VitrailReference
import VitrailScene
import VitrailVector

/// librsvg's command: an independent reader of SVG, based on cairo.
enum Rsvg {
    static let path = ["/usr/bin/rsvg-convert", "/usr/local/bin/rsvg-convert"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let reason: Comment = "rsvg-convert is not installed: apt-get install librsvg2-bin"
    static var isAvailable: Bool { path != nil }

    /// Renders the document, stretched to a size in pixels.
    static func render(_ document: [UInt8], size: PixelSize) async throws -> PixelImage {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "vitrail-svg-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in.svg"), folder.appendingPathComponent("out.png"))
        try Data(document).write(to: input)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = [
            "-w", "\(size.width)", "-h", "\(size.height)", "--unlimited", "-o", output.path, input.path,
        ]
        let errors = Pipe()
        process.standardError = errors
        let code = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        try #require(code == 0, "\(said)")
        return try PNGDecoder.decode([UInt8](try Data(contentsOf: output)))
    }
}

extension PixelImage {
    /// Averages each square of `side` × `side` pixels into one.
    func averaged(_ side: Int) -> PixelImage {
        var result = PixelImage(size: PixelSize(width: width / side, height: height / side))
        let (bytes, rowBytes, samples) = (4 * side, 4 * width, side * side)
        pixels.withUnsafeBufferPointer { from in
            result.pixels.withUnsafeMutableBufferPointer { into in
                for i in into.indices {
                    let (pixel, channel) = (i / 4, i % 4)
                    let first = pixel / (width / side) * side * rowBytes + pixel % (width / side) * bytes + channel
                    var sum = samples / 2
                    for y in 0..<side {
                        for x in 0..<side { sum += Int(from[first + y * rowBytes + 4 * x]) }
                    }
                    into[i] = UInt8(sum / samples)
                }
            }
        }
        return result
    }
}

func png(_ image: PixelImage) throws -> [UInt8] { try ImageEncoder.encode(image, as: .png) }

/// Compares librsvg's picture of a scene's SVG with another picture of it.
enum Compared {
    /// `VITRAIL_ORACLE_DIR=/some/folder` keeps each case's pictures there.
    private static let folder = ProcessInfo.processInfo.environment["VITRAIL_ORACLE_DIR"]

    /// - Parameters:
    ///   - ours: the picture to compare with; `nil`: the exact picture.
    ///   - sampling: librsvg draws this many times as large, and squares of so many pixels are averaged.
    static func result(
        _ name: String, _ scene: Scene, ours: PixelImage? = nil, document: SVGDocument? = nil, sampling: Int = 1,
        limits: InkComparison.Limits = .init()
    ) async throws -> VitrailImage.ComparisonResult {
        let document = try document ?? SVGEncoder.encode(scene, png: png)
        let size = PixelSize(width: scene.size.width * sampling, height: scene.size.height * sampling)
        var drawn = try await Rsvg.render(document.bytes, size: size).averaged(sampling)
        let exact = ReferenceRasterizer.render(scene)
        var ours = ours ?? exact.image
        var edges = exact.isNearEdge
        for box in textBoxes(scene) {
            for y in box.y..<box.maxY {
                for x in box.x..<box.maxX {
                    let blank = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: scene.background)[0, 0]
                    drawn[x, y] = blank
                    ours[x, y] = blank
                    edges[y * scene.size.width + x] = true
                }
            }
        }
        let result = InkComparison(background: scene.background, limits: limits).compare(
            drawn, expected: ours, edges: edges)
        let s = result.statistics
        print(
            String(
                format: "| %-32@ | %6.3f | %3d | %3d | %7d | %@", name as NSString, s.mean, s.p99, s.maximum, s.count,
                (s.worst.map { "\($0.x),\($0.y)" } ?? "") as NSString))
        if let folder {
            let stem = "\(folder)/\(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())"
            try Data(document.bytes).write(to: URL(fileURLWithPath: stem + ".svg"))
            for (kind, picture) in [("svg", drawn), ("ours", ours), ("difference", result.difference)] {
                try Data(try png(picture)).write(to: URL(fileURLWithPath: "\(stem)_\(kind).png"))
            }
        }
        return result
    }

    /// Boxes of texts plus 2 px around them: the viewer uses its own fonts and hinting.
    static func textBoxes(_ scene: Scene) -> [PixelRect] {
        let picture = PixelRect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        return scene.marks.compactMap { mark -> PixelRect? in
            guard case .glyphs(let run) = mark.shape, !run.glyphs.isEmpty else { return nil }
            let left = run.glyphs.map { Int($0.x) }.min() ?? 0
            let top = run.glyphs.map { Int($0.y) }.min() ?? 0
            let right = run.glyphs.map { Int($0.x) + Int($0.width) }.max() ?? 0
            let bottom = run.glyphs.map { Int($0.y) + Int($0.height) }.max() ?? 0
            return PixelRect(x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4).intersection(
                picture)
        }
    }
}

func scene(_ shapes: Shape..., width: Int = 240, height: Int = 160, clip: PixelRect? = nil) -> Scene {
    Scene(
        size: PixelSize(width: width, height: height),
        layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip, label: "mark") })])
}

func point(_ x: Float, _ y: Float) -> PlotPoint { PlotPoint(x: x, y: y) }
