import Foundation
import Vitrail

/// “How to: add annotations to a chart”: the delegate adds them once, when the first picture is finished.
final class Annotations: ChartDelegate {
    let chart = Chart(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    static let releases = [
        (day: GuideData.date(2012, 3, 16), price: 585.57, name: "iPad 3", height: 76.0),
        (day: GuideData.date(2012, 9, 21), price: 700.1, name: "iPhone 5", height: 44),
        (day: GuideData.date(2012, 11, 2), price: 576.8, name: "iPad mini", height: 44),
    ]
    static let level = 650.0
    static let summer = (GuideData.date(2012, 6, 1), GuideData.date(2012, 9, 1))

    init() throws {
        let columns = try GuideData.columns(["date", "close"], of: "aapl-ohlc.csv")
        chart.title = "Apple in 2012 and its new products"
        chart.xAxis = DateTimeAxis(defaultRange: DateRange(GuideData.date(2012, 1, 1), GuideData.date(2013, 1, 1)))
        chart.yAxis = NumberAxis(defaultRange: NumberRange(350, 800))
        chart.yAxis?.title = "Close, $"
        chart.add(LineSeries(columns: SeriesColumns(x: columns[0], y: columns[1])))
        chart.delegate = self
    }

    static func figure() throws -> Figure {
        let host = try Annotations()
        return Figure(name: "guide-annotations", chart: host.chart, host: host)
    }

    /// The next picture shows them.
    func renderFinished(_ chart: Chart) {
        guard chart.annotations.isEmpty else { return }
        chart.addAnnotation(Self.season())
        chart.addAnnotation(
            .horizontalLine(y: .number(Self.level), width: 1, color: Color(0xD62828), position: .belowData))
        let name = "level \(Int(Self.level))"
        chart.addAnnotation(
            .text(
                name, x: DataValue(GuideData.date(2012, 1, 20)), y: .number(Self.level + 14), textColor: Color(0xD62828)
            ))
        chart.addAnnotation(.text("summer", x: DataValue(GuideData.date(2012, 7, 16)), y: 370))
        for release in Self.releases {
            let flag = Flag(xValue: DataValue(release.day), yValue: .number(release.price))
            (flag.label, flag.height) = (release.name, release.height)
            chart.addAnnotation(flag)
        }
    }

    /// A picture pinned at all four corners: it stretches as the axes zoom.
    private static func season() -> Annotation {
        let annotation = AnnotationZooming(
            xValue: DataValue(summer.0), xValueMax: DataValue(summer.1), yValue: 350, yValueMax: 800,
            position: .belowData)
        annotation.image = gradient(Color(0xF4A261, alpha: 0.45), Color(0xF4A261, alpha: 0.05))
        return annotation
    }

    /// One pixel wide, from top to bottom.
    private static func gradient(_ top: Color, _ bottom: Color) -> PixelImage {
        let height = 256
        var image = PixelImage(size: PixelSize(width: 1, height: height))
        for y in 0..<height {
            let share = Double(y) / Double(height - 1)
            let alpha = (Double(top.alpha) * (1 - share) + Double(bottom.alpha) * share) / 255
            let color = Color(red: top.red, green: top.green, blue: top.blue, alpha: UInt8((alpha * 255).rounded()))
                .premultiplied
            image[0, y] = SIMD4((0..<4).map { UInt8((color[$0] * 255).rounded()) })
        }
        return image
    }
}

/// An annotation with custom contents: a pole that stands on the value, and a name on a flag at its top.
final class Flag: Annotation {
    /// Points.
    var height = 44.0
    static let padding = 6.0
    static let color = Color(0x1F2937)

    override func draw(in frame: Rect, _ context: inout OverlayContext) {
        let foot = (x: frame.midX, y: frame.midY)
        let size = context.size(of: label)
        let flag = Rect(
            x: foot.x, y: foot.y - height, width: size.width + 2 * Self.padding, height: size.height + Self.padding)
        context.fill(Rect(x: foot.x - 0.5, y: flag.y, width: 1, height: height), Self.color)
        context.fill(flag, Self.color)
        context.text(label, x: flag.midX, y: flag.midY, across: 0.5, down: 0.5, color: .white)
        context.disc(x: foot.x, y: foot.y, radius: 3.5, Self.color)
    }
}
