#if Server
    import Testing

    @testable import VitrailServer

    @Suite struct LiveTargetTests {
        private static let name = "0123456789ABCDEFGHJKMNPQRS"

        @Test(arguments: [
            ("/\(name)/", ""), ("/\(name)/live.js", "live.js"), ("/\(name)/socket?session=a&b", "socket"),
        ])
        func aFileLiesBelowTheName(_ uri: String, _ file: String) {
            let target = LiveTarget(uri)
            #expect(target.isBelow(Self.name))
            #expect(target.file.map(String.init) == file)
        }

        @Test(arguments: [
            "", "/", "//", "/socket", "\(name)/socket", "//\(name)/socket", "/\(name.dropLast())/", "/\(name)S/",
            "/\(name.dropLast())T/", "/?\(name)/", "http://localhost/\(name)/", "/%30\(name.dropFirst())/",
        ])
        func otherPathsDoNot(_ uri: String) { #expect(!LiveTarget(uri).isBelow(Self.name)) }

        @Test func aPathWithoutSlashOrWithMorePartsIsNoFile() {
            #expect(LiveTarget("/\(Self.name)").isBelow(Self.name))
            #expect(LiveTarget("/\(Self.name)").file == nil)
            #expect(LiveTarget("/\(Self.name)/a/live.js").file == nil)
        }

        @Test func parametersAreReadOnce() {
            let query = LiveTarget("/a/socket?session=x&frames=rgba&session=y&empty=&alone&=&a=b=c").query
            #expect(query["session"] == "x" && query["frames"] == "rgba")
            #expect(query["empty"] == "" && query["alone"] == "" && query["a"] == "b=c")
            #expect(LiveTarget("/a/socket").query.isEmpty)
        }
    }
#endif
