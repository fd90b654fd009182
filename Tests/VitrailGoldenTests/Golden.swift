import Foundation
import Testing
import Vitrail

/// A stored picture, reviewed once by a person: `Goldens/NAME.png`.
///
/// Made on llvmpipe, whose vector width depends on the processor: compared there within 1/255, and not at all on any
/// other renderer. The oracle tests check properties common to all renderers. `VITRAIL_UPDATE_GOLDENS=1` writes all
/// goldens anew; look at each before committing it.
struct Golden {
    let name: String

    /// Applies to every channel of every pixel, in 1/255.
    static let tolerance: UInt8 = 1
    static let maxBytes = 64 * 1024
    static let isUpdating = ProcessInfo.processInfo.environment["VITRAIL_UPDATE_GOLDENS"] == "1"

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
    private var file: URL { Self.folder.appending(path: "\(name).png") }

    // MARK: Where goldens hold

    static let renderer = Renderer()
    static let reason = "goldens hold on llvmpipe with the font Inter; this machine lacks one of them"

    /// Whether this machine draws like the machine that made the goldens.
    static func isComparable() async -> Bool {
        guard let device = try? await renderer.open(), device.renderer.contains("llvmpipe") else { return false }
        return (try? TextEngine.shared.prepare()) == "Inter"
    }

    // MARK: Comparing

    /// Compares a picture with the golden, or makes the golden from it. A failure attaches actual, expected and
    /// difference.
    func check(_ rendered: RenderedImage, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let bytes = try rendered.encoded(as: .png)
        #expect(bytes.count <= Self.maxBytes, "\(name) has \(bytes.count) bytes", sourceLocation: sourceLocation)
        if Self.isUpdating {
            try Data(bytes).write(to: file)
            print("wrote \(file.lastPathComponent), \(bytes.count) bytes")
            return
        }
        guard let data = try? Data(contentsOf: file) else {
            Attachment.record(bytes, named: "\(name)-actual.png", sourceLocation: sourceLocation)
            Issue.record(
                "there is no golden \(name).png; VITRAIL_UPDATE_GOLDENS=1 writes it", sourceLocation: sourceLocation)
            return
        }
        try compare(rendered.image, with: PNGDecoder.decode([UInt8](data)), sourceLocation: sourceLocation)
    }

    func compare(
        _ actual: PixelImage, with expected: PixelImage, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = PerChannelComparison(tolerance: Self.tolerance).compare(actual, expected: expected)
        if result.passed { return }
        for (kind, picture) in [("actual", actual), ("expected", expected), ("difference", result.difference)] {
            let bytes = try ImageEncoder.encode(picture, as: .png)
            Attachment.record(bytes, named: "\(name)-\(kind).png", sourceLocation: sourceLocation)
        }
        Issue.record("\(name): \(result)", sourceLocation: sourceLocation)
    }
}
