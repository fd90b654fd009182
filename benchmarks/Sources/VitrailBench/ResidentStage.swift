import Vitrail

/// Points resident on the device, with all segments drawn again each frame: the use case of a graphics card. On a
/// software rasteriser a million of them only show that it works.
enum ResidentStage {
    private static let size = PixelSize(width: 1920, height: 1080)

    static func rows(_ bench: Bench) async throws -> [Row] {
        let isHardware = try await bench.renderer.open().isHardware
        let counts =
            isHardware ? [(10_000_000, "10⁷"), (100_000_000, "10⁸"), (1_000_000_000, "10⁹")] : [(1_000_000, "10⁶")]
        var rows: [Row] = []
        for (count, name) in counts { rows += try await self.rows(count, name) }
        return rows
    }

    private static func rows(_ count: Int, _ name: String) async throws -> [Row] {
        var options = GLOptions()
        options.residentLimit = count * MemoryLayout<PlotPoint>.stride
        let device = try await GLRenderer(options)
        let list = tessellate(scene(count))
        let first = try await device.draw(list).timings
        var frames: [FrameTimings] = []
        let whole = try await Sample(warmUp: 1, seconds: 1, atLeast: 3) {
            frames.append(try await device.draw(list).timings)
        }
        var pairs: [Double] = []
        if device.info.isHardware {
            pairs = try await Sample(warmUp: 1, seconds: 1, atLeast: 3) {
                async let other = device.draw(list)
                _ = try await (device.draw(list), other)
            }.times
        }
        await device.close()
        let draw = Sample(times: frames.dropFirst().map(\.draw))
        func rate(_ milliseconds: Double) -> String { "\(decimal(Double(count) / milliseconds / 1_000, 1)) M points/s" }
        let each = Sample(times: pairs.map { $0 / 2 })
        let overlapped =
            pairs.isEmpty
            ? []
            : [
                Row(
                    key: "resident.overlapped.\(count)", name: "… read back while the next one is drawn", sample: each,
                    detail: rate(each.median))
            ]
        return [
            Row(
                key: "resident.upload.\(count)", name: "\(name) points: upload, once",
                sample: Sample(times: [first.upload])),
            Row(
                key: "resident.draw.\(count)", name: "\(name) points on the device, a frame without readback",
                sample: draw, detail: rate(draw.median)),
            Row(key: "resident.frame.\(count)", name: "… with readback", sample: whole, detail: rate(whole.median)),
        ] + overlapped
    }

    /// A random walk over the whole picture, in units of pixels.
    private static func scene(_ count: Int) -> Scene {
        var random = Seeded(4)
        var value: Float = 0
        let points = [PlotPoint](unsafeUninitializedCapacity: count) { memory, filled in
            for i in 0..<count {
                value += Float(random.next()) - 0.5 - value * 1e-6
                memory[i] = PlotPoint(x: Float(Double(i) / Double(count) * Double(size.width)), y: value * 0.2)
            }
            filled = count
        }
        let samples = Samples(
            points: ResidentPoints(id: ResidentID(rawValue: 1), generation: 0, offsets: points, originX: 0, originY: 0),
            range: 0..<count,
            scaleX: 1, translationX: 0, scaleY: 1, translationY: Double(size.height) / 2, width: 1.5,
            color: Color(0x1F77B4))
        return Scene(size: size, background: .white, layers: [Layer(.series, marks: [Mark(.samples(samples))])])
    }
}
