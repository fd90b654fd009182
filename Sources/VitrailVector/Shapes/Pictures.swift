import VitrailScene

extension SceneWriter {
    mutating func write<Failure: Error>(_ mark: ImageMark, png: (PixelImage) throws(Failure) -> [UInt8]) throws(Failure)
    {
        guard mark.opacity > 0, mark.rect.canBeFilled, let shown = mark.shown, shown.width > 0, shown.height > 0 else {
            return
        }
        let opacity = min(Double(mark.opacity), 1)
        guard mark.source == nil else {
            return writeImage(try png(shown), in: mark.rect, opacity: opacity, isPixelated: false)
        }
        guard repeated.contains(mark.image) else {
            return writeImage(try png(mark.image), in: mark.rect, opacity: opacity, isPixelated: false)
        }
        let number: Int
        if let known = written.firstIndex(of: mark.image) {
            number = known
        } else {
            number = written.count
            written.append(mark.image)
            define(try png(mark.image), as: number)
        }
        body.write("<use")
        body.reference(to: Name.image, number)
        body.attribute("transform") { value in
            let rect = mark.rect
            value.write("matrix(")
            value.number(Double(rect.maxX) - Double(rect.minX), decimals: 3)
            value.write(" 0 0")
            value.next(Double(rect.maxY) - Double(rect.minY))
            value.next(Double(rect.minX))
            value.next(Double(rect.minY))
            value.write(")")
        }
        if opacity < 1 { body.attribute("opacity", opacity) }
        body.write("/>\n")
    }

    /// Defines an image that several marks use, one unit wide and high.
    private mutating func define(_ png: [UInt8], as number: Int) {
        usesImages = true
        defs.write("<image")
        defs.attribute("id") { $0.name(Name.image, number) }
        defs.write(" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,")
        defs.base64(png)
        defs.write("\"/>\n")
    }

    /// Writes runs of equal cells in a row as rectangles, with one path per colour and without antialiasing: a pixel
    /// belongs to the cell that contains its centre. If there are more runs than the options allow, writes an image
    /// with one pixel per cell.
    mutating func write<Failure: Error>(
        _ field: Field, label: String, isSeries: Bool, png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        guard field.columns > 0, field.rows > 0, !field.colors.isEmpty,
            field.values.count / field.columns == field.rows,
            field.values.count % field.columns == 0
        else {
            return note(
                "field",
                "\(field.values.count) values in \(field.columns) × \(field.rows) cells, \(field.colors.count) colours",
                label: label)
        }
        guard field.rect.canBeFilled else { return }
        let cells = FieldCells(field)
        if !options.isPicture(count: cells.runs.count, isSeries: isSeries) { return write(cells, in: field) }
        let palette = field.colors.map { PixelImage(size: PixelSize(width: 1, height: 1), filledWith: $0)[0, 0] }
        var image = PixelImage(size: PixelSize(width: field.columns, height: field.rows))
        for run in cells.runs {
            for column in run.columns { image[column, run.row] = palette[run.entry] }
        }
        writeImage(try png(image), in: field.rect, opacity: 1, isPixelated: true)
    }

    private mutating func write(_ cells: FieldCells, in field: Field) {
        let rect = field.rect
        func x(_ column: Int) -> Double {
            Double(rect.minX) + (Double(rect.maxX) - Double(rect.minX)) * Double(column) / Double(field.columns)
        }
        func y(_ row: Int) -> Double {
            Double(rect.minY) + (Double(rect.maxY) - Double(rect.minY)) * Double(row) / Double(field.rows)
        }
        guard !cells.runs.isEmpty else { return }
        body.write("<g shape-rendering=\"crispEdges\">\n")
        for (entry, runs) in cells.byEntry.enumerated() where !runs.isEmpty && field.colors[entry].alpha > 0 {
            body.write("<path")
            body.fill(field.colors[entry])
            body.attribute("d") { data in
                for run in runs {
                    data.box(x(run.columns.lowerBound), y(run.row), x(run.columns.upperBound), y(run.row + 1))
                }
            }
            body.write("/>\n")
        }
        body.write("</g>\n")
    }

    /// Writes an image of the scene's size, cropped to its visible pixels.
    mutating func write<Failure: Error>(
        _ picture: PixelImage, label: String, png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        closeClip()
        guard let ink = picture.inkBounds else { return }
        let rect = PlotRect(minX: Float(ink.x), minY: Float(ink.y), maxX: Float(ink.maxX), maxY: Float(ink.maxY))
        writeImage(try png(picture.cropped(to: ink)), in: rect, opacity: 1, isPixelated: false, label: label)
    }

    private mutating func writeImage(
        _ png: [UInt8], in rect: PlotRect, opacity: Double, isPixelated: Bool, label: String = ""
    ) {
        usesImages = true
        body.write("<image")
        if !label.isEmpty { body.attribute("data-mark", text: label) }
        body.rect(
            Double(rect.minX), Double(rect.minY), Double(rect.maxX) - Double(rect.minX),
            Double(rect.maxY) - Double(rect.minY))
        body.write(" preserveAspectRatio=\"none\"")
        if opacity < 1 { body.attribute("opacity", opacity) }
        // The SVG 1.1 value, and the more precise CSS value for viewers that know it.
        if isPixelated { body.write(" image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\"") }
        body.write(" xlink:href=\"data:image/png;base64,")
        body.base64(png)
        body.write("\"/>\n")
    }
}

extension PlotRect {
    /// Whether it is finite and not empty.
    fileprivate var canBeFilled: Bool {
        minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite && minX < maxX && minY < maxY
    }
}

/// The painted cells of a field; equal neighbours in a row form a run.
private struct FieldCells {
    struct Run {
        var row: Int
        var columns: Range<Int>
        /// Index into the palette.
        var entry: Int
    }

    private(set) var runs: [Run] = []
    private let entries: Int

    var byEntry: [[Run]] {
        var result = [[Run]](repeating: [], count: entries)
        for run in runs { result[run.entry].append(run) }
        return result
    }

    init(_ field: Field) {
        entries = field.colors.count
        for row in 0..<field.rows {
            var last = -1
            for column in 0..<field.columns {
                let value = field.values[row * field.columns + column]
                let entry = value.isNaN ? -1 : field.entry(of: value)
                if entry >= 0, entry == last {
                    runs[runs.count - 1].columns = runs[runs.count - 1].columns.lowerBound..<column + 1
                } else if entry >= 0 {
                    runs.append(Run(row: row, columns: column..<column + 1, entry: entry))
                }
                last = entry
            }
        }
    }
}

extension Field {
    /// Palette index of a value that is not NaN. If `low` equals `high`, values above it get the last entry.
    fileprivate func entry(of value: Float) -> Int {
        let last = Double(colors.count - 1)
        guard low != high else { return value > low ? colors.count - 1 : 0 }
        let position = (Double(value) - Double(low)) / (Double(high) - Double(low)) * last
        // Infinite bounds make `position` NaN, which also gives entry 0.
        return position > 0 ? Int(min((position + 0.5).rounded(.down), last)) : 0
    }
}

extension PixelImage {
    /// The smallest rectangle that contains all visible pixels. `nil`: all pixels are transparent.
    fileprivate var inkBounds: PixelRect? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                let row = y * width * 4
                guard let first = (0..<width).first(where: { pixels[row + $0 * 4 + 3] != 0 }),
                    let last = (0..<width).last(where: { pixels[row + $0 * 4 + 3] != 0 })
                else { continue }
                (left, right) = (min(left, first), max(right, last + 1))
                (top, bottom) = (min(top, y), y + 1)
            }
        }
        return left < right ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}
