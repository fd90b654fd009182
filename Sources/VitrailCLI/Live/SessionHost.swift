#if Server
    import VitrailLive
    import VitrailServer

    /// The sessions of `vitrail live` for the server, which knows no charts.
    struct SessionHost: LiveHost {
        let sessions: LiveSessions

        func open(_ session: String?, wantsPixels: Bool) async throws(LiveRefusal) -> any LivePeer {
            do throws(LiveSessions.Refusal) {
                return SessionPeer(session: try await sessions.open(session), wantsPixels: wantsPixels)
            } catch {
                throw Self.described(error)
            }
        }

        func refusal(_ session: String?) async -> LiveRefusal? {
            await sessions.refusal(session).map(Self.described)
        }

        private static func described(_ error: LiveSessions.Refusal) -> LiveRefusal {
            switch error {
            case .tooMany(let limit):
                LiveRefusal(429, "too-many-sessions", "too many sessions; --max-sessions is \(limit)")
            case .failed(let message): LiveRefusal(500, "bad-chart", message)
            }
        }

        func sweep() async { await sessions.sweep() }

        func endAll() async { await sessions.endAll(reason: "the server is stopping") }
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
