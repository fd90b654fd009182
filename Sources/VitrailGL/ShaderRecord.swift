/// What a driver was given to compile or to link, and what it answered: for reports.
package enum ShaderRecord: Sendable, Hashable {
    case stage(program: String, ShaderStage, source: String, isCompiled: Bool, log: String)
    case link(program: String, isLinked: Bool, log: String)
}
