import Foundation
import VitrailLiveServer

/// Renders a ride that streams into a chart: `MovementTracker FOLDER [SCALE]`, from the root of the repository.
///
/// Writes `movement-tracker.png` and `movement-tracker-start.png` to FOLDER, and two animations,
/// `movement-tracker-10.apng` and `movement-tracker-1000.apng`, with 10 and 1,000 locations per second. SCALE is device
/// pixels per point of the stills, 2 by default; animations have one.
///
/// `MovementTracker --live [--port PORT]` shows the ride on a live page instead, with 10 locations per second, and
/// prints its address. It needs `swift build --traits Server`.
@main
struct MovementTracker {
    static let file = "Examples/data/mountain-bike-track.csv"
    static let speedColor = Color(0x2C6FDB)
    static let distanceColor = Color(0xE8811A)
    /// Sizes of stills and of animations, points.
    static let (size, smallSize) = ((width: 640.0, height: 400.0), (width: 480.0, height: 300.0))

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--live" { return try await live(arguments.dropFirst()) }
        let scale = arguments.count > 1 ? arguments.dropFirst().first.flatMap(Double.init) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, let scale, scale > 0 else {
            fail("usage: MovementTracker FOLDER [SCALE], or --live [--port PORT]")
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let ride = try Ride(file: file)
        let renderer = Renderer()
        for (name, tracker) in [
            ("movement-tracker-start", started(ride)), ("movement-tracker", try await finished(ride, renderer)),
        ] {
            tracker.chart.scale = scale
            try write(try await renderer.render(tracker.chart).encoded(as: .png), to: "\(folder)/\(name).png")
        }
        for (name, stream) in [("movement-tracker-10", slow(ride)), ("movement-tracker-1000", fast(ride))] {
            try write(try await animation(of: stream, on: renderer), to: "\(folder)/\(name).apng")
        }
        await renderer.close()
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }

    /// Each page has its own ride, which begins when it is opened.
    private static func live(_ arguments: ArraySlice<String>) async throws {
        var options = LiveProgram.Options()
        if arguments.first == "--port", arguments.count == 2, let port = arguments.last.flatMap(Int.init) {
            options.port = port
        } else if !arguments.isEmpty {
            fail("usage: MovementTracker --live [--port PORT]")
        }
        let locations = try Ride(file: file).recorded()
        try await LiveProgram.run(options) { LiveTracker(locations) }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        print(path)
    }

    // MARK: Stills

    /// The first fixes, without a crosshair.
    static func started(_ ride: Ride) -> Tracker {
        let tracker = Tracker(width: size.width, height: size.height, showsPoints: true)
        tracker.update(ride.recorded().prefix(62))
        return tracker
    }

    /// The whole ride, with the crosshair where the speed was highest.
    static func finished(_ ride: Ride, _ renderer: Renderer) async throws -> Tracker {
        let tracker = Tracker(width: size.width, height: size.height, showsPoints: false)
        let locations = ride.logged()
        tracker.update(locations)
        _ = try await renderer.render(tracker.chart)
        if let fastest = locations.max(by: { $0.speed < $1.speed }) {
            tracker.touch(.began, at: fastest.seconds, ofSeries: 0)
        }
        return tracker
    }

    // MARK: Streams

    /// Ten fixes of the recording per second. A finger touches the speed, stays, and later slides along the line.
    static func slow(_ ride: Ride) -> Stream {
        var stream = Stream(locations: Array(ride.recorded().prefix(62)), rate: 10, first: 20, showsPoints: true)
        stream.touches = [Stream.Touch(frame: 9, phase: .began, time: 160, series: 0)]
        stream.touches += (0..<12).map {
            Stream.Touch(frame: 24 + $0, phase: .moved, time: 180 + 20 * Double($0), series: 0)
        }
        stream.touches.append(Stream.Touch(frame: 36, phase: .ended, time: 400, series: 0))
        return stream
    }

    /// The whole ride as a log with one entry per second, replayed at 1,000 per second. The finger stays on the
    /// distance.
    static func fast(_ ride: Ride) -> Stream {
        var stream = Stream(locations: ride.logged(), rate: 1_000, first: 200, showsPoints: false, frameRate: 4)
        stream.touches = [
            Stream.Touch(frame: 7, phase: .began, time: 1_200, series: 1),
            Stream.Touch(frame: 8, phase: .ended, time: 1_200, series: 1),
        ]
        return stream
    }

    /// - Returns: an animated PNG.
    static func animation(of stream: Stream, on renderer: Renderer) async throws -> [UInt8] {
        var frames: [RenderedImage] = []
        try await stream.play(width: smallSize.width, height: smallSize.height, on: renderer) { _, image, _ in
            frames.append(image)
        }
        var animation = try AnimatedPNG(first: frames[0], frameCount: frames.count)
        var bytes: [UInt8] = []
        for (k, frame) in frames.enumerated() {
            // The last frame stays longer before the animation restarts.
            try animation.append(frame, delay: k == frames.count - 1 ? 2 : 1 / stream.frameRate)
            bytes += animation.takeBytes()
        }
        return bytes + (try animation.finish())
    }
}
