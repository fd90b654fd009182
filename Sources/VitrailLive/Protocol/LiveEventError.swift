/// The reason why a message of a client is no event. The session goes on.
package struct LiveEventError: Error, Equatable, Sendable {
    /// Path of the wrong value in the message, for example `touches.3.x`. Empty: the message as a whole.
    package var path: String
    package var message: String

    package init(_ path: String, _ message: String) { (self.path, self.message) = (path, message) }
}
