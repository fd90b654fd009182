/// Memory of values, and sizes in messages.
package enum MemorySize {
    package static let bytesPerNumber = 8
    /// Bytes of a typical text, including the free capacity of an array.
    package static let bytesPerText = 32

    /// Formats a size with one decimal and units of 1024: `1.5 GB`.
    package static func text(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return unit == 0 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
