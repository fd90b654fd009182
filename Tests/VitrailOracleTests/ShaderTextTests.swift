import Testing
import VitrailDrawList
import VitrailGL
import VitrailShaders

@Suite("Shader text")
struct ShaderTextTests {
    @Test("each program has its text, with imports pasted in once", arguments: ProgramVariant.allCases)
    func text(program: ProgramVariant) throws {
        let source = try #require(ShaderLibrary.source(of: program))
        #expect(source.name == program.rawValue)
        for stage in [source.vertex, source.fragment] {
            #expect(stage.hasPrefix("#version 300 es\n"))
            #expect(!stage.contains("#import"))
            #expect(stage.components(of: "void main()").count == 2)
        }
        #expect(source.vertex.components(of: "uniform DrawUniforms").count == 2)
    }

    @Test("no uniform is read for every pixel", arguments: ProgramVariant.allCases)
    func uniforms(program: ProgramVariant) throws {
        let source = try #require(ShaderLibrary.source(of: program))
        #expect(!source.fragment.contains("uniform DrawUniforms"))
    }

    @Test("attributes and samplers are named as the layout says", arguments: ProgramVariant.allCases)
    func names(program: ProgramVariant) throws {
        let source = try #require(ShaderLibrary.source(of: program))
        for attribute in program.layout.attributes {
            let type =
                switch attribute.format {
                case .float(1): "float"
                case .float(let count): "vec\(count)"
                case .color, .blockOrigins: "vec4"
                }
            #expect(source.vertex.contains("in \(type) \(attribute.name);"))
        }
        for sampler in program.samplers {
            #expect(source.fragment.contains("uniform sampler2D \(sampler);"))
        }
    }

    @Test("a variant's macro selects text in its program's shaders", arguments: ProgramVariant.allCases)
    func macros(program: ProgramVariant) throws {
        let source = try #require(ShaderLibrary.source(of: program))
        let plain = try #require(ShaderLibrary.source(of: program.program.rawValue))
        guard let macro = program.macro else {
            #expect(program.rawValue == plain.name || program == .resolveGroup)
            return #expect(source.vertex == plain.vertex && source.fragment == plain.fragment)
        }
        for (own, other) in [(source.vertex, plain.vertex), (source.fragment, plain.fragment)] {
            #expect(own.replacing("#version 300 es\n#define \(macro)\n", with: "#version 300 es\n") == other)
        }
        #expect((plain.vertex + plain.fragment).contains("\n#ifdef \(macro)\n"))
    }

    @Test("two variants of a program have different macros, and each program has one")
    func different() {
        #expect(Set(ProgramVariant.allCases.map(\.program)) == Set(Program.allCases))
        for program in Program.allCases {
            let macros = ProgramVariant.allCases.filter { $0.program == program }.map(\.macro)
            #expect(Set(macros).count == macros.count)
        }
    }

    @Test("an unknown stem has none")
    func unknown() {
        #expect(ShaderLibrary.source(of: "marble") == nil)
        #expect(ShaderLibrary.stems == Program.allCases.map(\.rawValue).sorted())
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
