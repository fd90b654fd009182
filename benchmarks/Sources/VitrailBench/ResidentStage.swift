import Foundation
import Vitrail

/// Columns resident on the device, with all segments drawn again each frame: the use case of a graphics card. On a
/// software rasteriser a million of them only show that it works.
///
/// `VITRAIL_RESIDENT_COUNTS=1000,20000` selects other numbers of samples.
enum ResidentStage {
    private static let size = PixelSize(width: 1920, height: 1080)

    static func rows(_ bench: Bench) async throws -> [Row] {
        let isHardware = try await bench.renderer.open().isHardware
        let usual = isHardware ? [10_000_000, 100_000_000, 1_000_000_000] : [1_000_000]
        let asked = ProcessInfo.processInfo.environment["VITRAIL_RESIDENT_COUNTS"]
        let counts = asked.map { $0.split(separator: ",").compactMap { Int($0) } } ?? usual
        var rows: [Row] = []
        for count in counts where count > 1 {
            do {
                rows += try await self.rows(count)
            } catch let error as GLError {
                rows.append(
                    Row(
                        key: "resident.failed.\(count)", name: "\(grouped(count)) samples", sample: Sample(times: []),
                        detail: "\(error)"))
            }
        }
        return rows
    }

    private static func rows(_ count: Int) async throws -> [Row] {
        // Two columns of floats, and the copies of neighbours.
        let bytes = count * 2 * MemoryLayout<Float>.stride
        let device = try await GLRenderer(GLOptions(residentLimit: bytes + bytes / 8 + (1 << 22)))
        let x = SampleAxis(
            RowNumbers(count: count), SampleTransform(scale: Double(size.width) / Double(count), start: 0))
        let wave = Wave(count: count)
        func list(shift: Double) -> DrawList {
            let y = SampleAxis(wave, SampleTransform(scale: -1, start: Double(size.height) / 2 + shift))
            let line = LineMark(x: x, y: y, range: 0..<count, width: 1.5, paint: .solid(Color(0x1F77B4)))
            return tessellate(
                Scene(size: size, background: .white, layers: [Layer(.series, marks: [Mark(.line(line))])]))
        }
        let start = ContinuousClock.now
        let first = try await device.draw(list(shift: 0))
        let firstMilliseconds = (.now - start) / .milliseconds(1)
        var frames: [DrawnFrame] = []
        // Each frame has another range, which changes only the uniforms.
        let whole = try await Sample(warmUp: 1, seconds: 1, atLeast: 3) {
            frames.append(try await device.draw(list(shift: Double(frames.count % 8))))
        }
        var pairs: [Double] = []
        if device.info.isHardware {
            pairs = try await Sample(warmUp: 1, seconds: 1, atLeast: 3) {
                async let other = device.draw(list(shift: 1))
                _ = try await (device.draw(list(shift: 2)), other)
            }.times
        }
        await device.close()
        let draw = Sample(times: frames.dropFirst().map(\.timings.draw))
        func rate(_ milliseconds: Double) -> String {
            "\(decimal(Double(count) / milliseconds / 1_000, 1)) M samples/s"
        }
        let each = Sample(times: pairs.map { $0 / 2 })
        let overlapped =
            pairs.isEmpty
            ? []
            : [
                Row(
                    key: "resident.overlapped.\(count)", name: "… read back while the next one is drawn", sample: each,
                    detail: rate(each.median))
            ]
        let uploaded = first.totals.uploadedBytes
        return [
            Row(
                key: "resident.upload.\(count)", name: "\(grouped(count)) samples: first frame, with the upload",
                sample: Sample(times: [firstMilliseconds]),
                detail:
                    "\(decimal(Double(uploaded) / 1e6, 1)) MB, \(decimal(Double(uploaded) / firstMilliseconds / 1e6, 2)) GB/s"
            ),
            Row(
                key: "resident.draw.\(count)", name: "… on the device, a frame without readback", sample: draw,
                detail: rate(draw.median)),
            Row(
                key: "resident.frame.\(count)", name: "… with readback", sample: whole,
                detail: "\(rate(whole.median)), \(frames.last?.totals.uploadedBytes ?? 0) bytes uploaded"),
        ] + overlapped
    }

    private static func grouped(_ count: Int) -> String {
        let exponent = Int(log10(Double(count)).rounded())
        let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
        guard pow(10, Double(exponent)) == Double(count) else { return "\(count)" }
        return "10" + String("\(exponent)".compactMap { $0.wholeNumberValue.map { digits[$0] } })
    }
}

/// The numbers 0, 1, 2, …, which take no memory of the process.
private struct RowNumbers: SampleSource {
    let id = SampleID()
    let count: Int
    var indices: Range<Int> { 0..<count }

    func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void) {
        body(range.lowerBound, range.map(Double.init).span)
    }

    func block(_ number: Int) -> SampleBlock {
        let own = SampleBlock.range(of: number)
        let first = Double(own.lowerBound)
        return SampleBlock(
            origin: first, minimum: first, maximum: Double(min(own.upperBound, count - 1)), gapCount: 0)
    }
}

/// A triangle wave with noise, ±500, computed from the index, so that 10⁹ samples take no memory of the process.
private struct Wave: SampleSource {
    let id = SampleID()
    let count: Int
    var indices: Range<Int> { 0..<count }

    private func value(_ i: Int) -> Double {
        let turns = Double(i) / Double(count) * 9
        let phase = abs(turns - turns.rounded(.down) - 0.5) * 4 - 1
        var bits = UInt64(truncatingIfNeeded: i) &* 0x9E37_79B9_7F4A_7C15
        bits ^= bits >> 29
        bits = bits &* 0xBF58_476D_1CE4_E5B9
        return phase * 400 + (Double(bits >> 40) * 0x1p-24 - 0.5) * 200
    }

    func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void) {
        body(range.lowerBound, range.map(value).span)
    }

    func block(_ number: Int) -> SampleBlock {
        SampleBlock(
            origin: value(SampleBlock.range(of: number).lowerBound), minimum: -500, maximum: 500, gapCount: 0)
    }
}
