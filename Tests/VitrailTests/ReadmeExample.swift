// README shows the lines between the marks, so the shown code compiles and cannot differ.
import Vitrail

/// - Returns: the results of the example.
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
