/// Texts of errors for clients.
enum ErrorText {
    /// The description of an error without the folders of files, which are no business of a client.
    static func of(_ error: any Error) -> String {
        "\(error)".replacing(/(^|[\s"'(])\/[^\s:"]*\//) { "\($0.1)" }
    }
}
