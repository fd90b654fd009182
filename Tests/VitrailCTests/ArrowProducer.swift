import CVitrail
import Glibc
import Synchronization

/// An Arrow type.
struct ArrowTestType {
    var format: String
    var name = ""
    var children: [ArrowTestType] = []
    var dictionary: [ArrowTestType] = []
}

/// An Arrow array in a producer.
struct ArrowTestArray {
    var length: Int
    var nullCount = 0
    var offset = 0
    /// `nil`: NULL.
    var buffers: [[UInt8]?] = []
    var children: [ArrowTestArray] = []
    var dictionary: [ArrowTestArray] = []
    /// Whether pointers to buffers and to children are NULL.
    var isHollow = false

    static func bytes<Value: BitwiseCopyable>(_ values: [Value]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

    static func bits(_ values: [Bool]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (values.count + 7) / 8)
        for (k, value) in values.enumerated() where value { bytes[k >> 3] |= 1 << UInt8(k & 7) }
        return bytes
    }

    static func values<Value: BitwiseCopyable>(_ values: [Value], valid: [Bool]? = nil) -> ArrowTestArray {
        ArrowTestArray(
            length: values.count, nullCount: valid == nil ? 0 : -1, buffers: [valid.map { bits($0) }, bytes(values)])
    }

    static func texts(_ texts: [String?], wide: Bool = false) -> ArrowTestArray {
        var (all, offsets): ([UInt8], [Int64]) = ([], [0])
        for text in texts {
            all += Array((text ?? "").utf8)
            offsets.append(Int64(all.count))
        }
        let valid = texts.contains(nil) ? bits(texts.map { $0 != nil }) : nil
        return ArrowTestArray(
            length: texts.count, nullCount: -1,
            buffers: [valid, wide ? bytes(offsets) : bytes(offsets.map { Int32($0) }), all])
    }

    /// Texts of more than 12 bytes share one buffer.
    static func views(_ texts: [String?]) -> ArrowTestArray {
        var (views, far): ([UInt8], [UInt8]) = ([], [])
        for text in texts {
            let utf8 = Array((text ?? "").utf8)
            views += bytes([Int32(utf8.count)])
            if utf8.count <= 12 {
                views += utf8 + [UInt8](repeating: 0, count: 12 - utf8.count)
            } else {
                views += utf8[..<4] + bytes([Int32(0), Int32(far.count)])
                far += utf8
            }
        }
        let valid = texts.contains(nil) ? bits(texts.map { $0 != nil }) : nil
        return ArrowTestArray(
            length: texts.count, nullCount: -1, buffers: [valid, views, far, bytes([Int64(far.count)])])
    }
}

/// A producer of streams that counts the releases by consumers.
final class ArrowProducer {
    let type: ArrowTestType
    let batches: [ArrowTestArray]
    /// A failure after the batches instead of the end.
    let failure: String?
    var next = 0
    let streams = Atomic<Int>(0)
    let schemas = Atomic<Int>(0)
    let arrays = Atomic<Int>(0)
    private var message: UnsafeMutablePointer<CChar>?

    init(_ type: ArrowTestType, _ batches: [ArrowTestArray], failure: String? = nil) {
        (self.type, self.batches, self.failure) = (type, batches, failure)
    }

    deinit { Glibc.free(message) }

    /// A stream of struct columns in batches.
    convenience init(_ columns: [ArrowTestType], _ batches: [[ArrowTestArray]], failure: String? = nil) {
        self.init(
            ArrowTestType(format: "+s", children: columns),
            batches.map { ArrowTestArray(length: $0.first?.length ?? 0, buffers: [nil], children: $0) },
            failure: failure)
    }

    /// Numbers of released streams, schemas and batches.
    var released: [Int] {
        [streams.load(ordering: .acquiring), schemas.load(ordering: .acquiring), arrays.load(ordering: .acquiring)]
    }

    func withStream<Result>(_ body: (UnsafeMutablePointer<ArrowArrayStream>) throws -> Result) rethrows -> Result {
        var stream = ArrowArrayStream()
        stream.private_data = Unmanaged.passRetained(self).toOpaque()
        stream.get_schema = { stream, out in
            let producer = ArrowProducer.of(stream!)
            ArrowProducer.export(producer.type, into: out!)
            out!.pointee.private_data = Unmanaged.passRetained(producer).toOpaque()
            out!.pointee.release = { schema in
                Unmanaged<ArrowProducer>.fromOpaque(schema!.pointee.private_data).takeRetainedValue().schemas.add(
                    1, ordering: .releasing)
                ArrowProducer.free(schema!.pointee)
                schema!.pointee.release = nil
            }
            return 0
        }
        stream.get_next = { stream, out in
            let producer = ArrowProducer.of(stream!)
            out!.pointee = ArrowArray()
            guard producer.next < producer.batches.count else { return producer.failure == nil ? 0 : EIO }
            ArrowProducer.export(producer.batches[producer.next], into: out!)
            producer.next += 1
            out!.pointee.private_data = Unmanaged.passRetained(producer).toOpaque()
            out!.pointee.release = { array in
                Unmanaged<ArrowProducer>.fromOpaque(array!.pointee.private_data).takeRetainedValue().arrays.add(
                    1, ordering: .releasing)
                ArrowProducer.free(array!.pointee)
                array!.pointee.release = nil
            }
            return 0
        }
        stream.get_last_error = { stream in
            let producer = ArrowProducer.of(stream!)
            guard let failure = producer.failure else { return nil }
            if producer.message == nil { producer.message = strdup(failure) }
            return UnsafePointer(producer.message)
        }
        stream.release = { stream in
            Unmanaged<ArrowProducer>.fromOpaque(stream!.pointee.private_data).takeRetainedValue().streams.add(
                1, ordering: .releasing)
            stream!.pointee.release = nil
        }
        return try body(&stream)
    }

    private static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>) -> ArrowProducer {
        Unmanaged<ArrowProducer>.fromOpaque(stream.pointee.private_data).takeUnretainedValue()
    }

    // MARK: Structs

    private static func export(_ type: ArrowTestType, into schema: UnsafeMutablePointer<ArrowSchema>) {
        schema.initialize(to: ArrowSchema())
        schema.pointee.format = UnsafePointer(strdup(type.format))
        schema.pointee.name = UnsafePointer(strdup(type.name))
        schema.pointee.n_children = Int64(type.children.count)
        schema.pointee.children = pointers(type.children, export)
        schema.pointee.dictionary = type.dictionary.first.map { dictionary in
            let position = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
            export(dictionary, into: position)
            return position
        }
    }

    private static func export(_ array: ArrowTestArray, into position: UnsafeMutablePointer<ArrowArray>) {
        position.initialize(to: ArrowArray())
        (position.pointee.length, position.pointee.null_count, position.pointee.offset) = (
            Int64(array.length), Int64(array.nullCount), Int64(array.offset)
        )
        (position.pointee.n_buffers, position.pointee.n_children) = (
            Int64(array.buffers.count), Int64(array.children.count)
        )
        guard !array.isHollow else { return }
        position.pointee.buffers = .allocate(capacity: max(array.buffers.count, 1))
        for (k, buffer) in array.buffers.enumerated() {
            position.pointee.buffers[k] = buffer.map { bytes in
                let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 1, alignment: 64)
                copy.copyMemory(from: bytes, byteCount: bytes.count)
                return UnsafeRawPointer(copy)
            }
        }
        position.pointee.children = pointers(array.children, export)
        position.pointee.dictionary = array.dictionary.first.map { dictionary in
            let position = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
            export(dictionary, into: position)
            return position
        }
    }

    private static func pointers<Value, Struct>(
        _ values: [Value], _ export: (Value, UnsafeMutablePointer<Struct>) -> Void
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Struct>?>? {
        guard !values.isEmpty else { return nil }
        let list = UnsafeMutablePointer<UnsafeMutablePointer<Struct>?>.allocate(capacity: values.count)
        for (k, value) in values.enumerated() {
            let position = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
            export(value, position)
            list.advanced(by: k).initialize(to: position)
        }
        return list
    }

    private static func free(_ schema: ArrowSchema) {
        Glibc.free(UnsafeMutablePointer(mutating: schema.format))
        Glibc.free(UnsafeMutablePointer(mutating: schema.name))
        for k in 0..<Int(schema.n_children) {
            guard let child = schema.children?[k] else { continue }
            free(child.pointee)
            child.deallocate()
        }
        schema.children?.deallocate()
        if let dictionary = schema.dictionary {
            free(dictionary.pointee)
            dictionary.deallocate()
        }
    }

    private static func free(_ array: ArrowArray) {
        if let buffers = array.buffers {
            for k in 0..<Int(array.n_buffers) { buffers[k]?.deallocate() }
            buffers.deallocate()
        }
        for k in 0..<Int(array.n_children) {
            guard let child = array.children?[k] else { continue }
            free(child.pointee)
            child.deallocate()
        }
        array.children?.deallocate()
        if let dictionary = array.dictionary {
            free(dictionary.pointee)
            dictionary.deallocate()
        }
    }
}
