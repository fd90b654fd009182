import Glibc

/// The files written by `gendata.py`: raw little-endian doubles without a header.
struct PeerData {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    private let folder: String

    init() throws(Missing) {
        guard let folder = getenv("PEERS_DATA") else { throw Missing(description: "PEERS_DATA names no folder") }
        self.folder = String(cString: folder)
    }

    /// The first `count` values of a file, in memory.
    func values(_ name: String, _ count: Int) throws(Missing) -> [Double] {
        let path = "\(folder)/\(name).f64"
        guard let file = fopen(path, "rb") else { throw Missing(description: "cannot open \(name).f64 in PEERS_DATA") }
        defer { fclose(file) }
        let values = [Double](unsafeUninitializedCapacity: count) { buffer, read in
            read = fread(buffer.baseAddress, MemoryLayout<Double>.stride, count, file)
        }
        guard values.count == count else {
            throw Missing(description: "\(name).f64 has \(values.count) of \(count) values")
        }
        return values
    }

    /// 0, 1, 2 …: positions of columns and candles.
    func indices(_ count: Int) -> [Double] { (0..<count).map(Double.init) }
}
