import Foundation
import Testing
import Vitrail

/// The picture of a description, from its file to pixels.
@Suite("Annotations: described pictures")
struct DescribedPictureTests {
    @Test("a PNG beside the description is shown where it says")
    func png() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = PixelImage(size: PixelSize(width: 30, height: 20), filledWith: .pureBlue)
        try Data(ImageEncoder.encode(picture, as: .png)).write(to: folder.appendingPathComponent("a.png"))
        let description = try ChartDescription(
            json: """
                {"size": {"width": 300, "height": 200}, "xAxis": {"type": "number", "defaultRange": [0, 10]},
                 "yAxis": {"type": "number", "defaultRange": [0, 10]}, "annotations": [
                   {"type": "image", "file": "a.png", "x": 5, "y": 5},
                   {"type": "rectangle", "x": 1, "xMax": 3, "y": 1, "yMax": 2, "color": "#ff0000"}]}
                """, directory: folder.path)
        let probe = try await Probe(description.makeChart(pictures: .standard))
        let image = try #require(probe.exact(.pureBlue))
        #expect(image.width == 30 && image.height == 20)
        let position = try probe.position(of: 5, 5)
        #expect(near(image.midX, position.x, 0.501) && near(image.midY, position.y, 0.501))
        let red = try #require(probe.exact(.pureRed))
        #expect(
            near(Double(red.width), Double(probe.plot.width) / 5, 1)
                && near(Double(red.height), Double(probe.plot.height) / 10, 1))
        try Data([137, 80, 78, 71]).write(to: folder.appendingPathComponent("a.png"))
        #expect {
            try description.makeChart(pictures: .standard)
        } throws: { error in
            "\(error)".hasPrefix("annotations[0].file: ") && "\(error)".contains("a.png")
        }
    }
}
