import CProcess
import Glibc
import Synchronization

/// Restricts the files that descriptions may name, in a process that renders descriptions from untrusted sources.
///
/// Confinement is permanent. It applies to all files that descriptions name later: data, tables and pictures. Fonts and
/// drivers are not affected.
package enum ConfinedFiles {
    private static let folder = Mutex<String?>(nil)

    /// From this call on, only lent files and files below a folder can be read. Links are not followed.
    ///
    /// - Parameter descriptor: Open descriptor of the folder; it must stay open until the process ends. `nil`: no
    ///   folder.
    package static func confine(to descriptor: CInt?) {
        folder.withLock { $0 = descriptor == nil ? "" : "the data folder" }
        vitrail_confine_files(descriptor ?? -1)
    }

    /// Makes an open file available under a name until `takeBack`, which closes it.
    package static func lend(_ descriptor: CInt, as name: String) { unsafe vitrail_lend_file(name, descriptor) }

    /// Makes a copy of bytes available as a file under a name until `takeBack`.
    package static func lend(_ bytes: [UInt8], as name: String) throws(DataError) {
        let code = unsafe bytes.withUnsafeBytes { unsafe vitrail_lend_bytes(name, $0.baseAddress, $0.count) }
        guard code == 0 else { throw .unreadable(path: name, reason: unsafe String(cString: strerror(code))) }
    }

    /// Number of files opened since the process began, without lent files.
    package static var openedCount: Int { vitrail_opened_files() }

    package static func takeBack() { vitrail_take_back_files() }

    static var isConfined: Bool { folder.withLock { $0 != nil } }

    /// Message that explains why a file is not read.
    static var reason: String {
        folder.withLock { folder in
            folder?.isEmpty ?? true
                ? "descriptions can read no files here; write the values into the description, or upload the file with it"
                : "only uploaded files and files below the data folder can be read, by names without \"..\" and without links"
        }
    }
}
