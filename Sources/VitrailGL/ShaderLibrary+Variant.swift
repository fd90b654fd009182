public import VitrailDrawList
public import VitrailShaders

extension ShaderLibrary {
    /// The source of a variant, as it is compiled.
    public static func source(of variant: ProgramVariant) -> ShaderSource? {
        source(of: variant.program.rawValue, as: variant.rawValue, defining: variant.macro)
    }
}
