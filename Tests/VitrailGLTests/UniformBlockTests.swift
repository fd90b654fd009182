import Testing
import VitrailDrawList
import VitrailScene
import VitrailShaders
import VitrailTestSupport

@testable import VitrailGL

/// Swift structs and the uniform blocks of the programs have the same members.
@Suite("Uniform blocks")
struct UniformBlockTests {
    /// `vitrail conformance` has the same test for drivers that this machine does not select:
    /// `gl.uniform_block.layout`.
    @Test(
        "drivers report the offsets of the structs, for every program of the library",
        .enabled("no OpenGL ES 3 device opens on this machine") { await RealDriver.isAvailable() },
        arguments: [false, true])
    func layout(usesRectangles: Bool) async throws {
        #expect(ShaderLibrary.stems == Program.allCases.map(\.rawValue).sorted())
        let devices = try await DeviceList.survey(eglLibrary: RealDriver.library).entries.filter { $0.info != nil }
        #expect(!devices.isEmpty)
        for device in devices {
            var options = GLOptions.real(device: .index(device.index))
            options.usesRectangles = usesRectangles
            try checkPrograms(options)
        }
    }

    /// A context belongs to one thread, so this function does not suspend.
    private func checkPrograms(_ options: GLOptions) throws {
        let session = try GLSession(options, driver: Driver.load(RealDriver.library)) {
            ShaderLibrary.source(of: $0)
        }
        defer { session.close() }
        for program in ProgramVariant.allCases {
            let found = try session.interface(of: program)
            let context: Comment = "\(program.rawValue) on \(session.info.renderer)"
            #expect(UniformBlock.differences(of: found.blocks) == [], context)
            #expect(found.blocks.map(\.name) == [UniformStore.blockName], context)
            #expect(found.samplers == program.samplers, context)
        }
    }

    @Test(
        "drivers report a further member and a block without a struct",
        .enabled("no OpenGL ES 3 device opens on this machine") { await RealDriver.isAvailable() })
    func changedShader() throws {
        let block = "layout(std140) uniform DrawUniforms {"
        let changed = "layout(std140) uniform Other { vec4 other; };\n\(block) vec4 additional;"
        let session = try GLSession(.real(), driver: Driver.load(RealDriver.library)) { program in
            ShaderLibrary.source(of: program).map {
                ShaderSource(
                    name: $0.name, vertex: $0.vertex.replacing(block, with: changed),
                    fragment: $0.fragment.replacing(block, with: changed))
            }
        }
        defer { session.close() }
        let differences = try UniformBlock.differences(of: session.interface(of: .fill).blocks)
        #expect(
            Set(differences) == [
                "uniform block Other has no Swift struct",
                "DrawUniforms: 112 bytes in the program, 96 in Swift",
                "DrawUniforms.additional: at byte 0 in the program, missing in Swift",
                "DrawUniforms.viewport: at byte 16 in the program, at byte 0 in Swift",
                "DrawUniforms.transform: at byte 32 in the program, at byte 16 in Swift",
                "DrawUniforms.color0: at byte 48 in the program, at byte 32 in Swift",
                "DrawUniforms.color1: at byte 64 in the program, at byte 48 in Swift",
                "DrawUniforms.gradient: at byte 80 in the program, at byte 64 in Swift",
                "DrawUniforms.shape: at byte 96 in the program, at byte 80 in Swift",
            ])
    }

    @Test("the table of offsets has all members of each struct")
    func members() throws {
        let structs = [UniformStore.blockName: DrawUniforms(size: PixelSize(width: 1, height: 1))]
        #expect(UniformBlock.structs.map(\.name) == Array(structs.keys))
        for block in UniformBlock.structs {
            let names = Mirror(reflecting: try #require(structs[block.name])).children.compactMap(\.label)
            #expect(Set(block.offsets.keys) == Set(names))
            #expect(block.offsets.count == names.count)
        }
    }

    @Test("each difference is reported: no struct, size, moved, missing and additional members")
    func differences() {
        let expected = UniformBlock(name: "A", size: 32, offsets: ["a": 0, "b": 16])
        func check(_ block: UniformBlock) -> [String] { UniformBlock.differences(of: [block], from: [expected]) }
        #expect(check(expected) == [])
        #expect(
            check(UniformBlock(name: "B", size: 32, offsets: expected.offsets)) == [
                "uniform block B has no Swift struct"
            ])
        #expect(
            check(UniformBlock(name: "A", size: 48, offsets: ["a": 16, "c": 0, "b": 16])) == [
                "A: 48 bytes in the program, 32 in Swift",
                "A.a: at byte 16 in the program, at byte 0 in Swift",
                "A.c: at byte 0 in the program, missing in Swift",
            ])
        #expect(
            check(UniformBlock(name: "A", size: 32, offsets: ["b": 16])) == [
                "A.a: missing in the program, at byte 0 in Swift"
            ])
    }
}
