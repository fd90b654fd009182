import VitrailDrawList
package import VitrailGL
package import VitrailScene
import VitrailShaders
import VitrailTessellation

/// The environment of a case: the worker's device, opened on first use, on the worker's only thread.
package final class CaseContext {
    package let setting: WorkerSetting
    /// Name of the current case.
    package internal(set) var caseName = ""
    private var session: GLSession?
    private var lastSize: PixelSize?
    /// The renderer's device report, kept after the renderer is closed.
    private var keptReport: DeviceReport?
    /// `nil`: there is no output folder for shaders.
    package let recorder: ProgramRecorder?

    package init(_ setting: WorkerSetting) {
        self.setting = setting
        recorder = setting.outFolder.map(ProgramRecorder.init)
    }

    /// The last picture that the case has drawn.
    var lastPicture: PixelImage?
    /// Durations of the case's first Scene. `nil`: not measured.
    private(set) var frames: FrameMeasure?

    /// Starts a case: sets its name and resets its results.
    func begin(_ name: String) {
        caseName = name
        frames = nil
        lastPicture = nil
        recorder?.beginCase()
    }

    /// The random numbers of the current case.
    package var numbers: CaseNumbers { CaseNumbers(seed: setting.seed, name: caseName) }

    /// Renders a Scene as the library does, on one device for all scenes of a batch, so that each program is compiled
    /// once.
    ///
    /// If the size differs from that of the last picture, the device is reopened, so that a case does not depend on
    /// earlier ones. `isKept` prevents that, for the cases that test exactly this.
    package func draw(_ scene: Scene, isKept: Bool = false) throws -> PixelImage {
        if setting.trials > 0, frames == nil {
            closeSession()
            frames = try FrameMeter(setting: setting).measure(scene)
        }
        let list = tessellate(setting.fault?.changed(scene) ?? scene)
        if !isKept, let lastSize, lastSize != list.size { closeSession() }
        return try draw(list)
    }

    private func draw(_ list: DrawList) throws -> PixelImage {
        let list = setting.fault?.changed(list) ?? list
        lastSize = list.size
        if let recorder { for case .draw(let draw) in list.commands { recorder.use(draw.program.rawValue) } }
        let image = try openSession().draw(list).image
        let drawn = setting.fault?.changed(image) ?? image
        lastPicture = drawn
        return drawn
    }

    /// Returns the extensions that the device lacks.
    func missing(_ extensions: [String]) throws(GLError) -> [String] {
        let known = Set(DeviceReport(try openSession()).extensions)
        return extensions.filter { !known.contains($0) }
    }

    package func deviceInfo() throws -> DeviceInfo { try openSession().info }

    /// The device as the renderer reports it. `nil`: no case has opened it.
    var report: DeviceReport? { keptReport ?? session.map(DeviceReport.init) }
    var hasReport: Bool { report != nil }
    func keepReport() { keptReport = report }

    package func openSession() throws(GLError) -> GLSession {
        if let session { return session }
        let opened = try GLSession(
            setting.glOptions(), driver: try Driver.load(setting.eglLibrary),
            shaders: { ShaderLibrary.source(of: $0) })
        session = opened
        watch(opened)
        return opened
    }

    /// Records the programs that a session compiles.
    func watch(_ session: GLSession) {
        if let recorder { session.core.recordShader = { recorder.record($0) } }
    }

    /// Closes the session, before another context becomes current on this thread, and at the end.
    package func closeSession() {
        session?.close()
        session = nil
    }

    deinit { closeSession() }
}

@available(*, unavailable)
extension CaseContext: Sendable {}
