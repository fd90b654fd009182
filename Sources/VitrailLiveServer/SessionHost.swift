#if Server
    package import VitrailLive
    package import VitrailServer

    /// The sessions of live charts for the server, which knows no charts.
    package struct SessionHost: LiveHost {
        let sessions: LiveSessions

        package init(sessions: LiveSessions) { self.sessions = sessions }

        package func open(_ session: String?, wantsPixels: Bool) async throws(LiveRefusal) -> any LivePeer {
            do throws(LiveSessions.Refusal) {
                return SessionPeer(session: try await sessions.open(session), wantsPixels: wantsPixels)
            } catch {
                throw Self.described(error)
            }
        }

        package func refusal(_ session: String?) async -> LiveRefusal? {
            await sessions.refusal(session).map(Self.described)
        }

        private static func described(_ error: LiveSessions.Refusal) -> LiveRefusal {
            switch error {
            case .tooMany(let limit):
                LiveRefusal(429, "too-many-sessions", "too many sessions; --max-sessions is \(limit)")
            case .failed(let message): LiveRefusal(500, "bad-chart", message)
            }
        }

        package func sweep() async { await sessions.sweep() }

        package func endAll() async { await sessions.endAll(reason: "the server is stopping") }
    }

    private struct SessionPeer: LivePeer {
        let session: LiveSession
        let wantsPixels: Bool

        func connect() async -> any LiveLine {
            SessionLine(session: session, attachment: await session.attach(wantsPixels: wantsPixels))
        }
    }

    private struct SessionLine: LiveLine {
        let session: LiveSession
        let attachment: LiveSession.Attachment

        func forward(_ send: @Sendable (LiveSocketMessage) async throws -> Void) async throws {
            for await message in attachment.messages {
                if case .frame(let frame) = message {
                    await session.take(frame.index, from: attachment.number)
                    try await send(.binary(header: frame.header, body: frame.picture))
                } else if let json = message.json {
                    try await send(.text(json))
                }
            }
        }

        func receive(_ message: [UInt8]) async { await session.receive(message, from: attachment.number) }

        func leave() async { await session.detach(attachment.number) }
    }
#endif
