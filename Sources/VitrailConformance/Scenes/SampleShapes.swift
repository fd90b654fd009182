import VitrailScene

/// One shape of each kind that covers the middle of 160 × 120 pixels and extends beyond its edges.
struct SampleShape: Sendable {
    let name: String
    /// Whether the shape has gaps, so that a clip of one row or column may be empty.
    var isSparse = false
    let make: @Sendable (inout CaseNumbers) -> Shape
}

enum SampleShapes {
    static let blue = Color(0x2C6FDB)
    static let red = Color(0xE0443E)

    static let all: [SampleShape] = [
        SampleShape(name: "line") { numbers in
            .polyline(
                Polyline(
                    points: (0..<24).map { point(Float($0) * 8 - 10, numbers.float(-20...140)) }, width: 3,
                    paint: .solid(.black)))
        },
        SampleShape(name: "area") { numbers in
            let samples = (0..<30).map {
                Area.Sample(along: Float($0) * 7 - 20, first: numbers.float(-10...70), second: numbers.float(60...130))
            }
            return .area(Area(samples: samples, paint: .solid(blue)))
        },
        SampleShape(name: "rect") { numbers in
            .rects(
                RectBatch(
                    items: (0..<12).map { k in
                        let x = Float(k) * 14 - 6
                        return .init(
                            rect: PlotRect(minX: x, minY: numbers.float(-10...50), maxX: x + 10.5, maxY: 130),
                            fill: blue, fillEnd: red, tip: .top, tipRadius: 4,
                            stroke: .black)
                    }, strokeWidth: 1.5))
        },
        SampleShape(name: "disc") { numbers in
            .discs(
                DiscBatch(
                    items: (0..<60).map { _ in
                        .init(
                            center: point(numbers.float(-10...170), numbers.float(-10...130)),
                            radius: numbers.float(2...18), color: red.faded(0.6))
                    }))
        },
        SampleShape(name: "marker") { numbers in
            let items = (0..<400).map { _ in
                Markers.Item(center: point(numbers.float(-10...170), numbers.float(-10...130)), radius: 4.5)
            }
            return .markers(Markers(items, color: blue.faded(0.3)))
        },
        SampleShape(name: "sector") { _ in
            .sectors(
                SectorBatch(
                    items: (0..<5).map { k in
                        .init(
                            center: point(80.3, 60.6), innerRadius: 0, outerRadius: 90,
                            startAngle: Float(k) * 1.2566371, sweep: 1.2566371,
                            fill: Color(0x20_4060 * UInt32(k + 1)), crust: .black, crustWidth: 2)
                    }))
        },
        SampleShape(name: "image") { numbers in
            .image(
                ImageMark(image: picture(30, 20, &numbers), rect: PlotRect(minX: -10, minY: -5, maxX: 165, maxY: 122)))
        },
        SampleShape(name: "field") { numbers in
            .field(field(&numbers, rect: PlotRect(minX: -5.25, minY: -3.5, maxX: 170.75, maxY: 130)))
        },
    ]

    /// Returns premultiplied noise.
    static func picture(_ width: Int, _ height: Int, _ numbers: inout CaseNumbers) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                let alpha = UInt8.random(in: 60...255, using: &numbers)
                var pixel = SIMD4(repeating: alpha)
                for c in 0..<3 { pixel[c] = .random(in: 0...alpha, using: &numbers) }
                image[x, y] = pixel
            }
        }
        return image
    }

    static func field(
        _ numbers: inout CaseNumbers, rect: PlotRect, columns: Int = 41, rows: Int = 23, colors: Int = 17
    ) -> Field {
        let values = (0..<columns * rows).map { i in
            i % 13 == 0 ? Float.nan : i % 29 == 0 ? -Float.infinity : numbers.float(-1...11)
        }
        let palette = (0..<colors).map { _ in Color(UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF, alpha: 0.8)
        }
        return Field(columns: columns, rows: rows, values: values, rect: rect, low: 0, high: 10, colors: palette)
    }
}
