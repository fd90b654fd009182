// Fuzzes the reader of Arrow IPC files and streams: for any bytes, each column is an error or has as many values as the
// file declares.
import Glibc
import VitrailColumns

/// An unlinked file in memory.
private let descriptor: Int32 = {
    var name = Array("/dev/shm/vitrail-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    precondition(descriptor >= 0 && unlink(name) == 0, "no file in memory")
    return descriptor
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    precondition(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, count, 0) == count)
    let path = "/proc/self/fd/\(descriptor)"
    do throws(DataError) {
        let file = try ArrowFile(path: path, maxBytes: 1 << 22)
        for name in file.columnNames.prefix(80) {
            do throws(DataError) {
                let rows = try file.rowCount(of: name)
                precondition(rows == file.rowCount)
                let memory = try file.memory(of: [name])
                precondition(memory >= 0)
                let kind = try file.storedKind(of: name)
                guard let column = try file.columns([name])[name] else { fatalError("a column is missing") }
                precondition(column.count == file.rowCount)
                precondition(kind != .number || column.kind == .number)
                guard column.kind != .category, column.count < 1 << 18 else { continue }
                let range = column.range
                precondition(range.map { $0.minimum <= $0.maximum } ?? true)
                try column.checkIntact()
            } catch {
                precondition("\(error)".hasPrefix(path))
            }
        }
    } catch {
        precondition("\(error)".hasPrefix(path))
    }
    return 0
}
