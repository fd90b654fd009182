/// The limits of the sessions of one program.
package struct LiveLimits: Sendable {
    /// Maximum number of sessions. Sessions that wait for their client count.
    package var sessions = 16
    /// Seconds without input after which a session ends.
    package var idleSeconds = 600.0
    /// Seconds that a session waits for a client whose connection was lost.
    package var reconnectSeconds = 60.0
    /// Maximum number of frames per second of one session.
    package var frameRate = 60.0
    /// Maximum number of device pixels of a frame. A larger canvas gets fewer pixels per point.
    package var pixels = 16_777_216
    /// Seconds that one frame may take.
    package var frameSeconds = 30.0

    package init() {}
}
