import Glibc
import VitrailGL
import VitrailScene
import VitrailShaders
import VitrailTessellation

/// Draws one Scene repeatedly and measures the time, on the device and with a driver that does nothing.
struct FrameMeter {
    let setting: WorkerSetting
    /// Number of frames before the first measured one, so that programs are compiled and buffers have their sizes.
    static let warmUp = 3

    private struct Trials {
        var (frame, upload, draw, readback) = ([Double](), [Double](), [Double](), [Double]())
        var (device, tessellation, own) = ([Double](), [Double](), [Double]())
    }

    /// Requires that no context is current on this thread, and leaves none current.
    func measure(_ scene: Scene) throws -> FrameMeasure? {
        var trials = Trials()
        try measureDevice(scene, &trials)
        try measureOwn(scene, &trials)
        guard let frame = FrameMeasure.Spread(trials.frame), let upload = FrameMeasure.Spread(trials.upload),
            let draw = FrameMeasure.Spread(trials.draw),
            let readback = FrameMeasure.Spread(trials.readback),
            let tessellation = FrameMeasure.Spread(trials.tessellation),
            let own = FrameMeasure.Spread(trials.own)
        else { return nil }
        return FrameMeasure(
            trials: setting.trials, frame: frame, upload: upload, draw: draw, readback: readback,
            device: FrameMeasure.Spread(trials.device),
            tessellation: tessellation, own: own)
    }

    private func session(_ driver: Driver) throws(GLError) -> GLSession {
        try GLSession(setting.glOptions(), driver: driver, shaders: { ShaderLibrary.source(of: $0) })
    }

    private func measureDevice(_ scene: Scene, _ trials: inout Trials) throws {
        let driver = try Driver.load(setting.eglLibrary)
        let session = try session(driver)
        defer { session.close() }
        let timer = TimerQuery(session, driver)
        let list = tessellate(scene)
        for trial in -Self.warmUp..<setting.trials {
            var timings = FrameTimings(upload: 0, draw: 0, readback: 0)
            func draw() throws(GLError) { timings = try session.draw(list).timings }
            var device: Double?
            if let timer { device = try timer.milliseconds(draw) } else { try draw() }
            guard trial >= 0 else { continue }
            trials.frame.append(timings.total)
            trials.upload.append(timings.upload)
            trials.draw.append(timings.draw)
            trials.readback.append(timings.readback)
            if let device { trials.device.append(device) }
        }
    }

    private func measureOwn(_ scene: Scene, _ trials: inout Trials) throws {
        let session = try session(NullDriver.over(Driver.load(setting.eglLibrary)))
        defer { session.close() }
        for trial in -Self.warmUp..<setting.trials {
            let start = Self.processorMilliseconds
            let list = tessellate(scene)
            let tessellated = Self.processorMilliseconds
            _ = try session.draw(list)
            let end = Self.processorMilliseconds
            guard trial >= 0 else { continue }
            trials.tessellation.append(tessellated - start)
            trials.own.append(end - tessellated)
        }
    }

    /// CPU time of this thread.
    private static var processorMilliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
