import CVitrail
import Foundation
import Testing
import Vitrail
import VitrailC

@Suite("Pictures of the C interface")
struct PictureTests {
    private static let inline = """
        {"size": {"width": 200, "height": 100}, "title": "Zürich", "data": {"d": {"values": {"y": [1, 3, 2]}}},
         "series": [{"type": "line", "data": "d", "y": "y"}]}
        """

    @Test("are the pictures of the library, in every format")
    func formats() async throws {
        let list =
            try JSONSerialization.jsonObject(with: Data(String(cString: vitrail_formats()).utf8)) as? [[String: String]]
        let names = try #require(list).compactMap { $0["name"] }
        #expect(Set(names) == ["png", "jpeg", "webp", "rgba", "apng", "svg"])
        let description = try ChartDescription(json: Self.inline)
        let own = try await Renderer().render(try description.makeChart())
        for name in names {
            let picture = try await render(Self.inline, nil, #"{"format": "\#(name)"}"#)
            #expect(picture.width == 200 && picture.height == 100)
            #expect(picture.altText == own.altText && picture.warnings == "[]")
            if let format = ImageFormat(rawValue: name) {
                #expect(try picture.bytes == own.encoded(as: format), "\(name)")
            }
        }
        #expect(
            try await String(decoding: render(Self.inline, nil, #"{"format": "svg"}"#).bytes, as: UTF8.self).contains(
                "Zürich</title>"))
        let statistics =
            try JSONSerialization.jsonObject(with: Data(try await render(Self.inline).statistics.utf8))
            as? [String: Any]
        #expect(statistics?["samplesRead"] as? Int == 3)
    }

    @Test("have the size and the theme that options say")
    func options() async throws {
        let picture = try await render(
            Self.inline, nil, #"{"format": "rgba", "width": 300, "height": 50, "scale": 2, "theme": "dark"}"#)
        #expect(picture.width == 600 && picture.height == 100 && picture.bytes.count == 600 * 100 * 4)
        #expect(
            try await picture.bytes
                != render(Self.inline, nil, #"{"format": "rgba", "width": 300, "height": 50, "scale": 2}"#).bytes)
    }

    @Test("tell what they leave out")
    func warnings() async throws {
        let memory = Memory()
        let table = try Table([memory.array("y", VITRAIL_F64, [Double]())])
        #expect(
            try await render(#"{"series": [{"type": "line", "data": "d", "y": "y"}]}"#, table).warnings.contains(
                "no rows"))
    }

    @Test(
        "are refused with the path of what is wrong",
        arguments: [
            (#"{"series": [{"type": "line", "data": "d", "y": 1}]}"#, "series[0].data", VITRAIL_ERROR_DATA, nil),
            (#"{"nothing": 1}"#, "nothing", VITRAIL_ERROR_DATA, nil),
            ("{", "line 1, column 1", VITRAIL_ERROR_DATA, nil),
            (
                #"{"data": {"d": {"csv": "/nowhere.csv"}}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#,
                "data.d", VITRAIL_ERROR_NO_INPUT, nil
            ),
            ("{}", "options.format", VITRAIL_ERROR_ARGUMENT, #"{"format": "gif"}"#),
            ("{}", "options.scale", VITRAIL_ERROR_ARGUMENT, #"{"scale": 99}"#),
            ("{}", "options.vector", VITRAIL_ERROR_ARGUMENT, #"{"vector": "often"}"#),
            ("{}", "options.sale", VITRAIL_ERROR_ARGUMENT, #"{"sale": 1}"#),
            ("{}", "options", VITRAIL_ERROR_ARGUMENT, "["),
            ("{}", "", VITRAIL_ERROR_MEMORY, #"{"maxMemory": 1000}"#),
        ] as [(String, String, vitrail_error_code, String?)])
    func refused(description: String, path: String, code: vitrail_error_code, options: String?) async {
        let error = await #expect(throws: CallError.self) { try await render(description, nil, options) }
        #expect(
            error?.path == path && error?.code == code && error?.message.isEmpty == false,
            "\(String(describing: error))")
    }

    @Test("are refused where arguments are not there")
    func arguments() {
        func path(_ call: (UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?) -> String? {
            #expect(throws: CallError.self) { try CallError.check(call) }?.path
        }
        #expect(path { vitrail_render(nil, "{}", 2, nil, 0, nil, $0) } == "pool")
        #expect(path { vitrail_render(Pool.shared, nil, 2, nil, 0, nil, $0) } == "description")
        #expect(path { vitrail_render(Pool.shared, "{}", -1, nil, 0, nil, $0) } == "description_size")
        #expect(path { vitrail_render(Pool.shared, "{}", 2, nil, 1, nil, $0) } == "inputs")
        #expect(
            path { error in
                withUnsafePointer(to: vitrail_input()) { vitrail_render(Pool.shared, "{}", 2, $0, 1, nil, error) }
            } == "inputs[0].name")
        #expect(vitrail_picture_size(nil) == 0 && vitrail_picture_bytes(nil) == nil && vitrail_error_get_code(nil) == 0)
        vitrail_picture_free(nil)
        vitrail_error_free(nil)
        vitrail_pool_close(nil)
        vitrail_string_free(nil)
    }

    @Test("are drawn by several threads at once")
    func threads() async throws {
        let wanted = try await render(Self.inline).bytes
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        try (0..<20).allSatisfy { _ in try draw(Self.inline, nil, nil, Pool.shared).bytes == wanted }
                    }
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }

    // MARK: Pools

    @Test("come from pools that say what draws, and are closed")
    func pools() async throws {
        nonisolated(unsafe) let pool = try CallError.check {
            vitrail_pool_open(#"{"renderers": 1, "slots": 3, "device": "auto", "programCache": ""}"#, $0)
        }
        let device = try await onThread {
            let text = try CallError.check { vitrail_pool_device(pool, $0) }
            defer { vitrail_string_free(text) }
            return String(cString: text)
        }
        let facts = try JSONSerialization.jsonObject(with: Data(device.utf8)) as? [String: Any]
        #expect(
            facts?["renderers"] as? Int == 1 && facts?["slots"] as? Int == 3
                && (facts?["renderer"] as? String)?.isEmpty == false)
        #expect(
            facts?["library"] as? String == "libEGL.so.1" && facts?["isDelivered"] as? Bool == false
                && facts?["advice"] == nil)
        #expect(try await render(Self.inline, pool: pool).bytes == render(Self.inline).bytes)
        try await onThread { vitrail_pool_close(pool) }
    }

    @Test(
        "come from no pool with options that are wrong",
        arguments: [
            (#"{"renderers": 0}"#, "options.renderers"), (#"{"renderers": 1.5}"#, "options.renderers"),
            (#"{"device": "moon"}"#, "options.device"),
            (#"{"surface": "wall"}"#, "options.surface"),
            (#"{"fontDirectories": ["/nowhere"]}"#, "options.fontDirectories[0]"), (#"{"font": 1}"#, "options.font"),
            ("[]", "options"),
        ])
    func badPools(options: String, path: String) {
        let error = #expect(throws: CallError.self) { try CallError.check { vitrail_pool_open(options, $0) } }
        #expect(error?.path == path && error?.code == VITRAIL_ERROR_ARGUMENT, "\(String(describing: error))")
    }

    @Test("are refused where there is no driver")
    func noDriver() async throws {
        nonisolated(unsafe) let pool = try CallError.check {
            vitrail_pool_open(#"{"renderers": 1, "eglLibrary": "/nowhere/libEGL.so"}"#, $0)
        }
        let error = await #expect(throws: CallError.self) { try await render(Self.inline, pool: pool) }
        #expect(error?.code == VITRAIL_ERROR_NO_DEVICE && error?.message.contains("/nowhere/libEGL.so") == true)
        try await onThread { vitrail_pool_close(pool) }
    }

    @Test("have a library with a version")
    func version() {
        #expect(vitrail_abi() == VITRAIL_ABI && String(cString: vitrail_version()).split(separator: ".").count == 3)
    }
}
