import VitrailCore
package import VitrailGL
package import VitrailScene
import VitrailShaders

/// What a case draws with: the worker's device, opened when it is first needed, on the worker's one thread.
package final class CaseContext {
    package let setting: WorkerSetting
    /// Of the case that runs now.
    package internal(set) var caseName = ""
    private var session: GLSession?
    private var lastSize: PixelSize?
    /// What the renderer said of the device, kept when it is closed.
    private var keptReport: DeviceReport?
    /// Nil where there is no folder that shaders could go to.
    package let recorder: ProgramRecorder?

    package init(_ setting: WorkerSetting) {
        self.setting = setting
        recorder = setting.outFolder.map(ProgramRecorder.init)
    }

    /// The last picture that the case has drawn.
    var lastPicture: PixelImage?
    /// What the case's first Scene took, where that is asked for.
    private(set) var frames: FrameMeasure?

    /// Before a case: its name, and nothing known of it.
    func begin(_ name: String) {
        caseName = name
        frames = nil
        lastPicture = nil
        recorder?.beginCase()
    }

    /// The case's own numbers.
    package var numbers: CaseNumbers { CaseNumbers(seed: setting.seed, name: caseName) }

    /// The library's way from Scene to picture, on one device for all scenes of a batch, so that each program is compiled once.
    ///
    /// A picture of another size than the last one has a new device, so that a case does not depend on the ones before it; `isKept`: it has not, for
    /// the cases that are about just that.
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

    /// Those of some extensions that the device does not have.
    func missing(_ extensions: [String]) throws(GLError) -> [String] {
        let known = Set(DeviceReport(try openSession()).extensions)
        return extensions.filter { !known.contains($0) }
    }

    package func deviceInfo() throws -> DeviceInfo { try openSession().info }

    /// The device as the renderer sees it; nil when no case has needed it.
    var report: DeviceReport? { keptReport ?? session.map(DeviceReport.init) }
    var hasReport: Bool { report != nil }
    func keepReport() { keptReport = report }

    package func openSession() throws(GLError) -> GLSession {
        if let session { return session }
        let opened = try GLSession(setting.glOptions(), driver: try Driver.load(setting.eglLibrary), shaders: { ShaderLibrary.source(of: $0.rawValue) })
        session = opened
        watch(opened)
        return opened
    }

    /// Has what a session compiles recorded.
    func watch(_ session: GLSession) {
        if let recorder { session.core.recordShader = { recorder.record($0) } }
    }

    /// Before another context becomes current on this thread, and at the end.
    package func closeSession() {
        session?.close()
        session = nil
    }

    deinit { closeSession() }
}

@available(*, unavailable)
extension CaseContext: Sendable {}
