extension Array {
    /// The value of a row; `nil` if the list is empty or `row` is negative.
    func inTurn(_ row: Int) -> Element? { isEmpty || row < 0 ? nil : self[row % count] }
}
