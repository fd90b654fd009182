public import VitrailScene

/// Pictures that a series' drawing keeps between renders because they take time to make. Pens and brushes are values, a
/// width and a `Paint`, and need no cache.
public final class SeriesAssets {
    private var textures: [String: PixelImage] = [:]

    /// The picture with a name; made at the first request.
    public func texture(_ name: String, make: () -> PixelImage) -> PixelImage {
        if let known = textures[name] { return known }
        let texture = make()
        textures[name] = texture
        return texture
    }

    /// Removes all pictures. They are made again on request.
    public func removeAll() { textures = [:] }
}
