extension Driver {
    /// Opens a device through the library that the options name; without a name through the system's, and where that has no device, through the one
    /// that Vitrail was delivered with.
    ///
    /// - Parameter open: throws where the driver has no device.
    /// - Throws: the error of `open`, or of loading the library. Where both libraries fail, `GLError.noDevice` with all attempts.
    static func opening<Opened: Sendable>(
        _ options: GLOptions, _ open: @Sendable (Driver) async throws(GLError) -> Opened
    ) async throws(GLError) -> Opened {
        let failure: GLError
        do throws(GLError) {
            return try await open(try load(options.eglLibrary ?? options.systemLibrary))
        } catch {
            failure = error
        }
        guard let delivered = options.deliveredLibrary(after: failure) else { throw failure }
        do throws(GLError) {
            return try await open(try load(delivered))
        } catch {
            throw .noDevice(attempts: failure.attempts(options.systemLibrary) + error.attempts(delivered))
        }
    }
}

extension GLOptions {
    /// The library to open after the system's one has failed; nil where the caller chose a library, a device of the system's, or hardware.
    fileprivate func deliveredLibrary(after failure: GLError) -> String? {
        guard eglLibrary == nil, !requireHardware else { return nil }
        switch failure {
        case .library: return deliveredLibrary
        case .noDevice: return device == .auto ? deliveredLibrary : nil
        default: return nil
        }
    }
}

extension GLError {
    fileprivate func attempts(_ library: String) -> [DeviceAttempt] {
        switch self {
        case .noDevice(let attempts): attempts
        case .library(let path, let reason): [DeviceAttempt(what: path, answer: reason)]
        default: [DeviceAttempt(what: library, answer: "\(self)")]
        }
    }
}
