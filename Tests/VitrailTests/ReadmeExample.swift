// README shows the lines between the marks: the two cannot drift apart, and what is shown compiles.
import Vitrail

/// - Returns: what the example ends with.
func readmeExample() async throws -> (image: RenderedImage, png: [UInt8]) {
    // README begins
    let chart = Chart(width: 800, height: 400)
    chart.title = "Squares"
    chart.add(LineSeries(title: "x²", columns: SeriesColumns(y: Column([0.0, 1, 4, 9, 16]))))
    let image = try await Renderer().render(chart, for: .png)
    let png = try image.encoded(as: .png)
    // README ends
    return (image, png)
}
