/// Single features of GL, beneath what the library draws with: each with a context of its own.
enum FeatureGroups {
    static let all: [CaseGroup] = drawing + targets + contexts

    private static let drawing = [VertexFormats.group] + DrawingFeatures.all + BlendFactors.all
    private static let targets = [ScissorFeatures.group] + FramebufferFeatures.all + LimitFeatures.all
    private static let contexts = ContextFeatures.all + FeatureInvariants.all
}
