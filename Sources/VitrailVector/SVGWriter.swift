import VitrailScene

/// Writes the bytes of an SVG document: numbers, texts and names.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []
    /// Offsets of the hash placeholders in names; `name` writes placeholders, `markNames` fills them in.
    private var marks: [Int] = []

    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func write(byte: UInt8) { bytes.append(byte) }

    /// Discards everything after the first `count` bytes.
    mutating func truncate(to count: Int) {
        bytes.removeLast(bytes.count - count)
        while let last = marks.last, last >= count { marks.removeLast() }
    }

    mutating func append(_ other: SVGWriter) {
        marks += other.marks.map { $0 + bytes.count }
        bytes += other.bytes
    }

    // MARK: Numbers

    /// Writes a number with at most `decimals` decimals in its shortest form; NaN and infinities as 0. Large finite
    /// numbers are limited to ±1e11.
    ///
    /// - Parameter decimals: 0…3. The maximum error is half a unit of the last decimal.
    mutating func number(_ value: Double, decimals: Int = 3) {
        let unit: Double = decimals == 3 ? 1000 : decimals == 2 ? 100 : decimals == 1 ? 10 : 1
        let scaled = (value * unit).rounded()
        guard abs(scaled) < 1e15 else {
            return value.isFinite ? number(value < 0 ? -1e11 : 1e11, decimals: 0) : bytes.append(0x30)
        }
        var rest = Int(abs(scaled))
        if scaled < 0 { bytes.append(0x2D) }
        var positions = decimals
        while positions > 0, rest % 10 == 0 {
            rest /= 10
            positions -= 1
        }
        digits(rest, point: positions)
    }

    /// Writes the digits of `value`, the last `point` of them after the decimal point.
    private mutating func digits(_ value: Int, point: Int) {
        let start = bytes.count
        var rest = value
        var position = 0
        repeat {
            if position == point, point > 0 { bytes.append(0x2E) }
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
            position += 1
        } while rest > 0 || position <= point
        bytes[start...].reverse()
    }

    /// Writes the next number of a list. A minus sign also serves as the separator.
    mutating func next(_ value: Double, decimals: Int = 3) {
        let start = bytes.count
        number(value, decimals: decimals)
        if bytes[start] != 0x2D { bytes.insert(0x20, at: start) }
    }

    /// Writes `command x y` of path data.
    mutating func path(_ command: UInt8, _ x: Double, _ y: Double, decimals: Int = 3) {
        bytes.append(command)
        number(x, decimals: decimals)
        next(y, decimals: decimals)
    }

    /// Writes ` name="value"`.
    mutating func attribute(_ name: StaticString, _ value: Double, decimals: Int = 3) {
        attribute(name) { $0.number(value, decimals: decimals) }
    }

    /// Writes ` name="…"`.
    mutating func attribute(_ name: StaticString, _ value: (inout SVGWriter) -> Void) {
        bytes.append(0x20)
        write(name)
        write("=\"")
        value(&self)
        bytes.append(0x22)
    }

    mutating func attribute(_ name: StaticString, text: some StringProtocol) {
        attribute(name) { $0.escaped(text) }
    }

    // MARK: Texts

    /// Writes the characters of text content or of an attribute in double quotes. XML cannot represent most control
    /// characters, not even as references (XML 1.0 §2.2). They become spaces, as in the pixel image.
    mutating func escaped(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": write("&amp;")
            case "<": write("&lt;")
            case ">": write("&gt;")
            case "\"": write("&quot;")
            default:
                switch scalar.value {
                case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: bytes.append(0x20)
                case 0xFFFE, 0xFFFF: bytes.append(contentsOf: "\u{FFFD}".utf8)
                default: bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
                }
            }
        }
    }

    // MARK: Colours

    /// Writes ` fill="#rrggbb"`, and ` fill-opacity` for a translucent colour.
    mutating func fill(_ color: Color) { paint("fill", "fill-opacity", color) }
    mutating func stroke(_ color: Color) { paint("stroke", "stroke-opacity", color) }

    mutating func paint(_ name: StaticString, _ opacity: StaticString, _ color: Color) {
        attribute(name) { $0.rgb(color) }
        if color.alpha != 255 { attribute(opacity, Double(color.alpha) / 255) }
    }

    private mutating func rgb(_ color: Color) {
        bytes.append(0x23)
        let parts = [color.red, color.green, color.blue]
        let isShort = parts.allSatisfy { $0 % 17 == 0 }
        for part in parts {
            if !isShort { bytes.append(Self.hex[Int(part >> 4)]) }
            bytes.append(Self.hex[Int(part & 15)])
        }
    }

    private static let hex = Array("0123456789abcdef".utf8)

    // MARK: Names

    /// Writes a name such as `v1f00ba7ec3`: a hash that all names of the document share, a letter for the kind, and a
    /// number. The hash keeps names unique in an HTML page with many documents, where the first element with a name
    /// wins.
    mutating func name(_ kind: UInt8, _ number: Int) {
        bytes.append(0x76)
        marks.append(bytes.count)
        bytes.append(contentsOf: repeatElement(0x30, count: 8))
        bytes.append(kind)
        self.number(Double(number), decimals: 0)
    }

    /// Writes ` name="url(#…)"`.
    mutating func reference(_ attribute: StaticString, _ kind: UInt8, _ number: Int) {
        self.attribute(attribute) {
            $0.write("url(#")
            $0.name(kind, number)
            $0.write(")")
        }
    }

    /// Writes ` xlink:href="#…"`.
    mutating func reference(to kind: UInt8, _ number: Int) {
        attribute("xlink:href") {
            $0.write("#")
            $0.name(kind, number)
        }
    }

    /// Writes a hash of the whole content into all names.
    mutating func markNames() {
        // FNV-1a, 32 bits.
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        for mark in marks {
            for k in 0..<8 { bytes[mark + k] = Self.hex[Int(hash >> UInt32(28 - 4 * k)) & 15] }
        }
    }
}
