#if Server
    import NIOCore
    import NIOHTTP1
    import Testing

    @testable import VitrailServer

    @Suite struct LiveGateTests {
        private static let name = "0123456789ABCDEFGHJKMNPQRS"
        private static let beginning = Array("GET /charts/live/".utf8)

        private func isSocket(_ text: String) -> Bool? { LiveGate.isSocket(Array(text.utf8), Self.beginning) }

        @Test(arguments: [" HTTP/1.1\r\n", "?session=a HTTP/1.1\r\n", " "])
        func aRequestForASocketIsRecognisedWithItsLastByte(_ rest: String) {
            let text = "GET /charts/live/\(Self.name)/socket" + rest
            #expect(isSocket(text) == true)
            let known = "GET /charts/live/\(Self.name)/socket".utf8.count
            for count in 0...known { #expect(isSocket(String(text.prefix(count))) == nil, "\(count)") }
        }

        @Test(arguments: [
            "POST /charts/live", "GET / HTTP/1.1", "GET /live/a/socket ", "\r\nGET /charts/live/a/socket ",
            "get /charts/live/a/socket ", "GET /charts/live/a/ HTTP/1.1", "GET /charts/live/a/live.js HTTP/1.1",
            "GET /charts/live/a/socket/ ", "GET /charts/live/a/sockets ", "GET /charts/live/a HTTP/1.1",
            "GET /charts/live/\(String(repeating: "a", count: 200))/socket ", "HEAD /charts/live/a/socket ", "\u{0}",
        ])
        func otherRequestsAreNot(_ text: String) { #expect(isSocket(text) == false) }

        @Test(arguments: [
            ("http://a.example", true), ("https://a.example", true), ("https://b.example", false),
            ("null", false), ("http://a.example.evil.example", false), ("https://friend.example", true),
        ])
        func aForeignPageIsRefused(_ origin: String, _ isAllowed: Bool) {
            let headers = HTTPHeaders([("Host", "a.example"), ("Origin", origin)])
            func admitted(_ friends: [String]) -> Bool {
                (try? LiveUpgrade.checkOrigin(headers, friends: friends)) != nil
            }
            #expect(admitted(["https://friend.example"]) == isAllowed)
            #expect(admitted(["*"]))
        }

        @Test func aProgramNamesNoOrigin() throws {
            try LiveUpgrade.checkOrigin(HTTPHeaders([("Host", "a.example")]))
        }

        @Test func pathsOfLiveChartsHaveTheirMethods() {
            #expect(RouteMethods.of("/charts/live", below: "/charts") == "POST")
            #expect(RouteMethods.of("/charts/live/a", below: "/charts") == "DELETE, GET, HEAD")
            #expect(RouteMethods.of("/charts/live/a/live.js", below: "/charts") == "GET, HEAD")
            #expect(RouteMethods.of("/lively", below: "") == nil)
        }
    }
#endif
