extension Driver {
    /// Opens a device through the library in the options. Without one, tries the system's library and, if that has no
    /// device, the library delivered with Vitrail.
    ///
    /// - Parameter open: throws if the driver has no device.
    /// - Throws: the error of `open`, or of loading the library. If both libraries fail, `GLError.noDevice` with all
    ///   attempts.
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
    /// Returns the library to open after the system's library failed. `nil`: the caller chose a library or a device, or
    /// requires hardware.
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
