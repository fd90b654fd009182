import Glibc
import Synchronization

@testable import VitrailColumns

/// Values in a caller's memory that its owner frees: a sanitiser detects later reads, and usually a test does, too.
enum ForeignSamples {
    /// Values at a distance of `stride` bytes, which may be negative or 0.
    ///
    /// - Parameters:
    ///   - shift: bytes before the first value, for unaligned addresses.
    ///   - valid: one bit per value; `nil`: none.
    ///   - bitOffset: bits before them.
    static func values<Raw: BitwiseCopyable>(
        _ raw: [Raw], _ element: NumPyElement, stride: Int, shift: Int = 0, valid: [Bool]? = nil, bitOffset: Int = 0,
        released: Released? = nil
    ) -> ForeignValues {
        let reach = max(raw.count - 1, 0) * abs(stride)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: shift + reach + MemoryLayout<Raw>.size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
        let first = memory.baseAddress! + shift + (stride < 0 ? reach : 0)
        for (i, value) in raw.enumerated() { (first + i * stride).storeBytes(of: value, as: Raw.self) }
        let bits = valid.map { bitmap($0, offset: bitOffset) }
        nonisolated(unsafe) let all = (memory, bits)
        let owner = MemoryOwner {
            memset(all.0.baseAddress!, 0x5A, all.0.count)
            all.0.deallocate()
            all.1?.deallocate()
            released?.count.add(1, ordering: .relaxed)
        }
        return ForeignValues(
            first, count: raw.count, element, stride: stride, validity: bits.map { UnsafePointer($0) },
            validityOffset: bitOffset, owner: owner)
    }

    static func bits(_ values: [Bool], offset: Int, valid: [Bool]? = nil) -> ForeignValues {
        let (memory, validity) = (bitmap(values, offset: offset), valid.map { bitmap($0, offset: 3) })
        nonisolated(unsafe) let all = (memory, validity)
        return ForeignValues(
            bits: memory, offset: offset, count: values.count, validity: validity.map { UnsafePointer($0) },
            validityOffset: 3,
            owner: MemoryOwner {
                all.0.deallocate()
                all.1?.deallocate()
            })
    }

    private static func bitmap(_ values: [Bool], offset: Int) -> UnsafeMutablePointer<UInt8> {
        let count = (offset + values.count + 7) / 8 + 1
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        // Neighbouring bits are set to the wrong value.
        for k in 0..<count { memory[k] = values.first == true ? 0 : 0xFF }
        for (i, value) in values.enumerated() {
            let bit = offset + i
            if value { memory[bit >> 3] |= 1 << UInt8(bit & 7) } else { memory[bit >> 3] &= ~(1 << UInt8(bit & 7)) }
        }
        return memory
    }

    /// Ranges with these lengths, cyclically.
    static func parts(of count: Int, _ lengths: [Int]) -> [Range<Int>] {
        var (parts, start, k): ([Range<Int>], Int, Int) = ([], 0, 0)
        while start < count {
            let end = min(start + lengths[k % lengths.count], count)
            parts.append(start..<end)
            (start, k) = (end, k + 1)
        }
        return parts
    }
}

/// Number of released owners.
final class Released: Sendable {
    let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
}
