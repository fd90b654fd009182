import CGL
import FoundationEssentials
import Glibc
import VitrailGL

/// The child process: reads the names of cases, runs them one after another, and reports the results through a pipe.
public struct Worker {
    private let context: CaseContext
    private var hasTold = false

    public init(_ setting: WorkerSetting) { context = CaseContext(setting) }

    /// Reads names from standard input, one per line.
    public mutating func run() {
        // Programs that a driver starts must not inherit the pipe, and the worker must end with its parent.
        _ = fcntl(WorkerMessage.descriptor, F_SETFD, FD_CLOEXEC)
        cgl_end_with_parent()
        // If the input cannot be read, there are no names, and the parent finds that all results are missing.
        let text = String(
            decoding: (try? FileHandleBytes.all(STDIN_FILENO, name: "standard input")) ?? [], as: UTF8.self)
        let names = text.split(separator: "\n").map(String.init)
        let cases = CaseRegistry.cases(named: names)
        for name in names {
            let one = cases[name]
            let seconds = context.setting.timeLimit * (one?.timeoutScale ?? 1)
            // If the parent is stopped, the alarm ends a case that hangs.
            alarm(UInt32(min(max(seconds, 1), 1e6)) * 2 + 10)
            say(.begin(name, seconds: seconds))
            let result = one.map(run) ?? CaseResult(name: name, status: .internalError, reason: "there is no such case")
            tellDevice()
            say(.end(result))
        }
        context.closeSession()
    }

    private func run(_ one: ConformanceCase) -> CaseResult {
        context.begin(one.name)
        let start = ContinuousClock.now
        var result = CaseResult(name: one.name, status: .pass)
        do {
            switch try one.run(context) {
            case .pass(let note): result.reason = note
            case .notSupported(let reason): (result.status, result.reason) = (.notSupported, reason)
            case .fail(let failure):
                (result.status, result.reason) = (.fail, failure.reason)
                result.worstPixels = failure.worstPixels
                if let pictures = failure.pictures, let folder = context.setting.outFolder {
                    result.pictures = try PictureFolder(folder).write(pictures, of: one.name)
                }
            }
            if context.setting.keepsPictures, result.pictures.isEmpty, let picture = context.lastPicture,
                let folder = context.setting.outFolder
            {
                result.pictures = try PictureFolder(folder).write([("result", picture)], of: one.name)
            }
        } catch GLError.extensionMissing(let names, let need) {
            (result.status, result.reason) = (.notSupported, "\(GLError.extensionMissing(anyOf: names, need: need))")
            context.closeSession()
        } catch let error as GLError {
            // An error of the library counts as a failure of the driver or of the library, not of the harness.
            (result.status, result.reason) = (.fail, "\(error)")
            context.closeSession()
        } catch {
            (result.status, result.reason) = (.internalError, "\(error)")
        }
        result.frames = context.frames
        result.programs = context.recorder?.used ?? []
        result.seconds = (ContinuousClock.now - start) / .seconds(1)
        return result
    }

    /// Reports the device once, after a case has opened it.
    private mutating func tellDevice() {
        guard !hasTold, let report = context.report else { return }
        hasTold = true
        say(.device(report))
    }

    private func say(_ message: WorkerMessage) {
        // A message that cannot be encoded is omitted; the parent then lacks a result.
        guard let line = try? message.line else { return }
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(WorkerMessage.descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}

extension DeviceReport {
    init(_ session: GLSession) {
        let info = session.info
        platform = "\(info.platform)"
        (vendor, renderer, version, egl) = (info.vendor, info.renderer, info.version, info.eglVersion)
        textureSize = info.limits.textureSize
        func text(_ name: Int32) -> String { session.core.gl.getString(GLenum(name)).map { String(cString: $0) } ?? "" }
        shadingLanguage = text(GL_SHADING_LANGUAGE_VERSION)
        extensions = text(GL_EXTENSIONS).split(separator: " ").map(String.init).sorted()
    }
}
