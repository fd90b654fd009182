import Testing
import VitrailDrawList
import VitrailShaders

@Suite("Shader text")
struct ShaderTextTests {
    @Test("each program has its text, with imports pasted in once", arguments: Program.allCases)
    func text(program: Program) throws {
        let source = try #require(ShaderLibrary.source(of: program.rawValue))
        #expect(source.name == program.rawValue)
        for stage in [source.vertex, source.fragment] {
            #expect(stage.hasPrefix("#version 300 es\n"))
            #expect(!stage.contains("#import"))
            #expect(stage.components(of: "void main()").count == 2)
        }
        #expect(source.vertex.components(of: "uniform DrawUniforms").count == 2)
    }

    @Test("no uniform is read for every pixel", arguments: Program.allCases)
    func uniforms(program: Program) throws {
        let source = try #require(ShaderLibrary.source(of: program.rawValue))
        #expect(!source.fragment.contains("uniform DrawUniforms"))
    }

    @Test("attributes and samplers are named as the layout says", arguments: Program.allCases)
    func names(program: Program) throws {
        let source = try #require(ShaderLibrary.source(of: program.rawValue))
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
