/// Single GL features below the library's drawing; each case has a separate context.
enum FeatureGroups {
    static let all: [CaseGroup] = drawing + targets + contexts

    private static let drawing = [VertexFormats.group] + DrawingFeatures.all + BlendFactors.all
    private static let targets = [ScissorFeatures.group] + FramebufferFeatures.all + LimitFeatures.all
    private static let contexts = ContextFeatures.all + FeatureInvariants.all
}
