/// The input of a shader compilation or link, and the driver's result; for reports.
package enum ShaderRecord: Sendable, Hashable {
    case stage(program: String, ShaderStage, source: String, isCompiled: Bool, log: String)
    case link(program: String, isLinked: Bool, log: String)
}
