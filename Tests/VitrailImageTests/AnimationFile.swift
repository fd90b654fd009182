import VitrailScene

@testable import VitrailImage

/// An animated PNG, read according to the specification and independent of the encoder: order of chunks, check sums,
/// numbers, rectangles, pixels.
struct AnimationFile {
    struct Frame {
        var rectangle: PixelRect
        var numerator: Int
        var denominator: Int
        var dispose: UInt8
        var blend: UInt8
        /// The whole displayed canvas: straight RGBA.
        var canvas: [UInt8] = []
    }

    /// A defect of a file.
    struct Fault: Error { var text: String }

    var size: PixelSize
    var loopCount: Int
    var frames: [Frame] = []

    init(_ bytes: [UInt8]) throws {
        guard let file = PNGFile(parsing: bytes) else { throw Fault(text: "no PNG") }
        for chunk in file.chunks where chunk.storedCRC != chunk.computedCRC {
            throw Fault(text: "\(chunk.type): check sum")
        }
        guard let header = file.chunks.first, header.type == "IHDR", file.chunks.last?.type == "IEND" else {
            throw Fault(text: "no IHDR … IEND")
        }
        size = PixelSize(width: Self.number(header.body, 0), height: Self.number(header.body, 4))
        guard let control = file.chunks.firstIndex(where: { $0.type == "acTL" }),
            let pixels = file.chunks.firstIndex(where: { $0.type == "IDAT" }),
            control < pixels
        else { throw Fault(text: "acTL does not come before IDAT") }
        let count = Self.number(file.chunks[control].body, 0)
        loopCount = Self.number(file.chunks[control].body, 4)

        let pixelBytes = header.body[9] == 2 ? 3 : 4
        var (sequence, canvas) = (0, [UInt8](repeating: 0, count: size.width * size.height * 4))
        var (frame, data): (Frame?, [UInt8]) = (nil, [])
        func isNext(_ number: Int) throws {
            guard number == sequence else { throw Fault(text: "number \(number) in place of \(sequence)") }
            sequence += 1
        }
        func end() throws {
            guard var done = frame else { return }
            try Self.draw(data, pixelBytes, of: done, on: &canvas, size)
            done.canvas = canvas
            frames.append(done)
            (frame, data) = (nil, [])
        }
        for chunk in file.chunks {
            switch chunk.type {
            case "fcTL":
                try end()
                try isNext(Self.number(chunk.body, 0))
                frame = try Self.frame(chunk.body, in: size)
            case "IDAT":
                guard frame != nil, frames.isEmpty else { throw Fault(text: "IDAT is not the first frame") }
                data += chunk.body
            case "fdAT":
                guard frame != nil, !frames.isEmpty else { throw Fault(text: "fdAT without fcTL") }
                try isNext(Self.number(chunk.body, 0))
                data += chunk.body[4...]
            default: continue
            }
        }
        try end()
        guard frames.count == count else { throw Fault(text: "\(frames.count) frames, acTL says \(count)") }
        guard frames[0].rectangle == PixelRect(x: 0, y: 0, width: size.width, height: size.height) else {
            throw Fault(text: "the first frame is not whole")
        }
    }

    private static func frame(_ body: [UInt8], in size: PixelSize) throws -> Frame {
        guard body.count == 26 else { throw Fault(text: "fcTL has \(body.count) bytes") }
        let rectangle = PixelRect(
            x: number(body, 12), y: number(body, 16), width: number(body, 4), height: number(body, 8))
        guard rectangle.width > 0, rectangle.height > 0, rectangle.maxX <= size.width, rectangle.maxY <= size.height
        else {
            throw Fault(text: "\(rectangle) is outside \(size)")
        }
        return Frame(
            rectangle: rectangle, numerator: Int(body[20]) << 8 | Int(body[21]),
            denominator: Int(body[22]) << 8 | Int(body[23]), dispose: body[24], blend: body[25])
    }

    /// Reads a frame's rectangle as a separate PNG with libpng, and composites it over the canvas.
    private static func draw(
        _ data: [UInt8], _ pixelBytes: Int, of frame: Frame, on canvas: inout [UInt8], _ size: PixelSize
    ) throws {
        guard frame.dispose == 0, frame.blend < 2 else {
            throw Fault(text: "dispose \(frame.dispose), blend \(frame.blend): not read here")
        }
        let rectangle = frame.rectangle
        var file = PNGFile(
            width: rectangle.width, height: rectangle.height, colorType: pixelBytes == 3 ? 2 : 6, filteredRows: [])
        guard let index = file.chunks.firstIndex(where: { $0.type == "IDAT" }) else { throw Fault(text: "no IDAT") }
        file.chunks[index] = PNGFile.Chunk("IDAT", data)
        let straight = try PNGDecoder.decode(file.bytes).straightAlphaBytes()
        for y in 0..<rectangle.height {
            let (from, to) = (y * rectangle.width * 4, ((rectangle.y + y) * size.width + rectangle.x) * 4)
            for x in 0..<rectangle.width {
                let pixel = straight[from + 4 * x..<from + 4 * x + 4]
                if frame.blend == 1, pixel.last == 0 { continue }
                guard frame.blend == 0 || pixel.last == 255 else {
                    throw Fault(text: "a translucent pixel is laid over another")
                }
                canvas.replaceSubrange(to + 4 * x..<to + 4 * x + 4, with: pixel)
            }
        }
    }

    private static func number(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
