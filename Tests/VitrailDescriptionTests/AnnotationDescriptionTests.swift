import Foundation
import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailDescription

/// Rectangles, pictures and the properties shared by all annotations.
@Suite struct AnnotationDescriptionTests {
    private func chart(_ annotation: String) throws -> ChartDescription {
        try ChartDescription(json: "{\"xAxis\": {\"type\": \"dateTime\"}, \"annotations\": [\(annotation)]}")
    }

    @Test func rectanglesAndPicturesReadAsWritten() throws {
        let rectangle = try chart(
            ##"{"type": "rectangle", "x": "1970-01-01", "xMax": "1970-01-02", "y": 1, "yMax": 3, "text": "t", "opacity": 0.5, "color": "#ff0000"}"##
        )
        var expected = AnnotationDescription(
            .rectangle(.init(x: 0, xMax: 86_400, y: 1, yMax: 3), color: Color(0xFF0000), text: .init("t")))
        expected.opacity = 0.5
        #expect(rectangle.annotations == [expected])
        let made = try #require(try rectangle.makeChart().annotations[0] as? AnnotationZooming)
        #expect(made.xValueMax == 86_400 && made.yValueMax == 3 && made.label == "t" && made.opacity == 0.5)
        #expect(made.backgroundColor == Color(0xFF0000))

        let image = try chart(
            #"{"type": "image", "file": "a.png", "y": 1, "width": 20, "height": 10, "stretchToBoundsOnX": true, "position": "belowData"}"#
        )
        var position = AnnotationDescription.Position(y: 1)
        (position.width, position.height, position.stretchToBoundsOnX) = (20, 10, true)
        #expect(image.annotations == [AnnotationDescription(.image(path: "a.png", position), position: .belowData)])
    }

    /// A decoder of test files: width, height and the red value, one byte each; the reported size is a hundred times
    /// larger.
    private let decoder = PictureDecoder(
        size: { PixelSize(width: Int($0[0]) * 100, height: Int($0[1]) * 100) },
        decode: {
            PixelImage(
                size: PixelSize(width: Int($0[0]), height: Int($0[1])), filledWith: Color(red: $0[2], green: 0, blue: 0)
            )
        })

    private func image(_ bytes: [UInt8], pictures: PictureDecoder, count: Int = 1) throws -> Chart {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-\(UUID().uuidString).picture")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let note = "{\"type\": \"image\", \"file\": \"\(file.path)\"}"
        return try chart([String](repeating: note, count: count).joined(separator: ", ")).makeChart(pictures: pictures)
    }

    @Test func picturesAreDecodedByWhoeverIsHandedIn() throws {
        let made = try image([3, 2, 200], pictures: decoder, count: 2)
        #expect(
            made.annotations.map(\.image)
                == [PixelImage](
                    repeating: PixelImage(size: PixelSize(width: 3, height: 2), filledWith: Color(0xC80000)), count: 2))
    }

    @Test func pointsMayBePictures() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-\(UUID().uuidString).picture")
        let other = file.deletingPathExtension().appendingPathExtension("other")
        try Data([4, 2, 200]).write(to: file)
        try Data([2, 4, 100]).write(to: other)
        defer { for file in [file, other] { try? FileManager.default.removeItem(at: file) } }
        let picture = PixelImage(size: PixelSize(width: 4, height: 2), filledWith: Color(0xC80000))
        let second = PixelImage(size: PixelSize(width: 2, height: 4), filledWith: Color(0x640000))
        func chart(_ series: String, _ texture: String = file.lastPathComponent) throws -> Chart {
            try ChartDescription(
                json:
                    #"{"data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}, {"data": "d", "y": "y", \#(series)}]}"#
                    .replacingOccurrences(of: "FILE", with: texture).replacingOccurrences(
                        of: "OTHER", with: other.lastPathComponent), directory: file.deletingLastPathComponent().path
            ).makeChart(pictures: decoder)
        }
        let all =
            #""style": {"pointStyle": {"texture": "FILE"}, "selectedPointStyle": {"texture": "OTHER", "radius": 2}}, "selectedStyle": {"pointStyle": {"texture": "OTHER"}, "selectedPointStyle": {"texture": "FILE"}}"#
        let scatter = try #require(try chart(#""type": "scatter", \#(all)"#).series[1] as? ScatterSeries)
        #expect(
            scatter.style
                == ScatterSeriesStyle(
                    pointStyle: PointStyle(texture: picture), selectedPointStyle: PointStyle(radius: 2, texture: second)
                ))
        #expect(
            scatter.selectedStyle
                == ScatterSeriesStyle(
                    pointStyle: PointStyle(texture: second), selectedPointStyle: PointStyle(texture: picture)))
        let bubble = try #require(try chart(#""type": "bubble", "area": "y", \#(all)"#).series[1] as? BubbleSeries)
        #expect(
            bubble.style.pointStyle.texture == picture && bubble.selectedStyle.selectedPointStyle.texture == picture)
        let line = try #require(try chart(#""type": "stepLine", \#(all)"#).series[1] as? LineSeries)
        #expect(line.style.pointStyle.texture == picture && line.style.selectedPointStyle.texture == second)
        func message(_ series: String, _ texture: String) -> String? {
            do {
                _ = try chart(series, texture)
                return nil
            } catch { return "\(error)" }
        }
        #expect(
            message(#""type": "scatter", "style": {"pointStyle": {"texture": "FILE"}}"#, "/no/such.png")
                == "series[1].style.pointStyle.texture: /no/such.png: no such file")
        #expect(
            message(#""type": "scatter", "selectedStyle": {"selectedPointStyle": {"texture": "FILE"}}"#, "/")?
                .hasPrefix("series[1].selectedStyle.selectedPointStyle.texture: /: ") == true)
        try Data([255, 255, 1]).write(to: file)
        #expect(
            message(#""type": "scatter", "style": {"pointStyle": {"texture": "FILE"}}"#, file.path)
                == "series[1].style.pointStyle.texture: 25500 × 25500: the pictures have more than 67108864 pixels")
    }

    @Test func picturesThatCannotBeHadNameTheirPosition() throws {
        func message(_ bytes: [UInt8], _ pictures: PictureDecoder) -> String? {
            do {
                _ = try image(bytes, pictures: pictures)
                return nil
            } catch { return "\(error)" }
        }
        #expect(message([1], .none)?.hasPrefix("annotations[0].file: ") == true)
        #expect(message([1], .none)?.hasSuffix("there is no decoder for pictures") == true)
        // The header says 25 500 × 25 500: rejected before decoding.
        #expect(
            message([255, 255, 1], decoder)
                == "annotations[0].file: 25500 × 25500: the pictures have more than 67108864 pixels")
        let missing = try chart(#"{"type": "image", "file": "/no/such/file.png"}"#)
        #expect(
            throws: DescriptionError(
                path: "annotations[0].file", message: "/no/such/file.png: no such file", kind: .noInput)
        ) {
            try missing.makeChart(pictures: decoder)
        }
        #expect(throws: DescriptionError(path: "annotations[0].file", message: "the path is empty")) {
            try chart(#"{"type": "image", "file": ""}"#)
        }
    }
}
