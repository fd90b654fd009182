public import VitrailScene

/// What a series' drawing keeps between renders: pictures that take time to make. Pens and brushes are values here, a width and a `Paint`, and need
/// no keeping.
public final class SeriesAssets {
    private var textures: [String: PixelImage] = [:]

    /// The picture of a name, made when it is first asked for.
    public func texture(_ name: String, make: () -> PixelImage) -> PixelImage {
        if let known = textures[name] { return known }
        let texture = make()
        textures[name] = texture
        return texture
    }

    /// Forgets all pictures: they are made again.
    public func removeAll() { textures = [:] }
}
