// README shows the lines between the marks, so the shown code compiles and cannot differ.
import Foundation
import Vitrail

/// - Returns: the picture, the bytes of the file that the example wrote, and the largest y of the axis.
func readmeExample() async throws -> (image: RenderedImage, png: [UInt8], top: Double) {
    // README begins
    let chart = Chart(width: 800, height: 400, title: "Squares") {
        LineSeries(y: [0, 1, 4, 9, 16], title: "x²")
    }
    try await chart.write(to: "squares.png")
    // README ends
    defer { try? FileManager.default.removeItem(atPath: "squares.png") }
    let png = try Data(contentsOf: URL(fileURLWithPath: "squares.png"))
    return (try await Renderer.shared.render(chart), Array(png), chart.yAxis.axisRange.maximum)
}
