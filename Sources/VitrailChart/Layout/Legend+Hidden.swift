extension Legend {
    /// The same as `hidden`.
    public var isHidden: Bool {
        get { hidden }
        set { hidden = newValue }
    }
}
