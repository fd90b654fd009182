#if Server
    import Testing

    @testable import VitrailServer
    @testable import VitrailWorkers

    @Suite struct HashTests {
        /// Python: hashlib.sha256(b"a" * n).hexdigest()
        @Test(arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
        func hashesAreThoseOfTheStandard(_ count: Int, _ hex: String) {
            var hash = SHA256()
            hash.add([UInt8](repeating: UInt8(ascii: "a"), count: count))
            #expect(hash.hex() == hex)
        }

        @Test func bytesMayComeInPieces() {
            let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
            var (whole, pieces) = (SHA256(), SHA256())
            whole.add(bytes)
            for start in stride(from: 0, to: 1_000, by: 37) { pieces.add(Array(bytes[start..<min(start + 37, 1_000)])) }
            #expect(whole.hex() == pieces.hex())
        }
    }

    @Suite struct ChartJobTests {
        private func job(_ text: String) -> ChartJob {
            ChartJob(request: WorkerRequest(.description), text: Array(text.utf8))
        }

        @Test func blanksBetweenValuesDoNotCount() {
            #expect(job(#"{"title": "a b"}"#).key(version: "1") == job("{\n\"title\":\"a b\"}").key(version: "1"))
            #expect(job(#"{"title":"a b"}"#).key(version: "1") != job(#"{"title":"ab"}"#).key(version: "1"))
            var random = SystemRandomNumberGenerator()
            // Numbers longer and shorter than the eight bytes read together, next to each character that ends them.
            let pieces = [
                "1", "-2.5e10", "12345678901234567", " ", "\n", "\t\t", "\"", "\"a b\"", "\\", "\\\"", ",", "[", "é",
                "\u{1}", "\u{10FFFF}",
            ]
            let texts = (0..<2_000).map { _ in
                (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement()! }.joined()
            }
            for text in ["", "{", "\"", "{\"a\\", " \"a\\\" \\\\\" \" b\"", "{ \"a\" : [ 1 ,\t2 ] }\r\n"] + texts {
                var (kept, isText, isEscaped) = ("", false, false)
                for character in text.unicodeScalars {
                    if isText || !" \n\r\t".unicodeScalars.contains(character) { kept.unicodeScalars.append(character) }
                    if isEscaped {
                        isEscaped = false
                    } else if isText, character == "\\" {
                        isEscaped = true
                    } else if character == "\"" {
                        isText.toggle()
                    }
                }
                #expect(ChartJob.withoutBlanks(Array(text.utf8)) == Array(kept.utf8), "\(text)")
            }
            #expect(job(#"{"title":"a\" b"}"#).key(version: "1") != job(#"{"title":"a\"b"}"#).key(version: "1"))
        }

        @Test func whatChangesThePictureChangesTheKey() {
            let plain = job("{}")
            var others: [ChartJob] = []
            for change: (inout ChartJob) -> Void in [
                { $0.request.width = 1 }, { $0.request.height = 1 }, { $0.request.scale = 1 },
                { $0.request.theme = "dark" }, { $0.request.format = "svg" },
                { $0.request.quality = 1 }, { $0.request.background = "red" }, { $0.request.version = "3" },
                { $0.request.notation = .chartJS },
                { ($0.request.fileNames, $0.files) = (["a"], [[1]]) },
                { ($0.request.fileNames, $0.files) = (["a"], [[2]]) },
                { ($0.request.fileNames, $0.files) = (["b"], [[1]]) },
            ] {
                var other = plain
                change(&other)
                others.append(other)
            }
            let keys = (others + [plain]).map { $0.key(version: "1") } + [plain.key(version: "2")]
            #expect(Set(keys).count == keys.count)
        }
    }

    @Suite struct QueryTests {
        @Test func escapesAreReadAndPlusIsItself() throws {
            let query = try Query("c=%7B%22a%22%3A1%2B1%7D+x&w=%E2%82%AC&empty=&flag")
            #expect(query["c"] == #"{"a":1+1}+x"#)
            #expect(query["w"] == "€")
            #expect(query["empty"] == "" && query["flag"] == "" && query["none"] == nil)
        }

        @Test func numbersOutOfBoundsNameTheParameter() {
            #expect { try Query("width=1e9").number("width", in: 1...100) } throws: {
                ($0 as? Problem)?.path == "width"
            }
            #expect { try Query("width=nan").number("width", in: 1...100) } throws: {
                ($0 as? Problem)?.path == "width"
            }
            #expect(throws: Problem.self) { try Query("c=%FF%FE") }
        }
    }

    @Suite struct MultipartTests {
        private func body(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

        @Test func partsHaveNamesAndBytes() throws {
            let text = body(
                "before\n--B x\n".replacing("--B x", with: "--Bx")
                    + "Content-Disposition: form-data; name=\"chart\"\n\n{}\n--Bx\ncontent-disposition: form-data; name=\"f\"; filename=\"a \\\"b\\\".csv\"\nContent-Type: text/csv\n\nx,y\n1,2\n\n--Bx--\n"
            )
            let parts = try Multipart(text, contentType: "multipart/form-data; boundary=Bx").parts
            #expect(parts.map(\.field) == ["chart", "f"])
            #expect(parts.map(\.name) == ["chart", "a \"b\".csv"])
            #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{}", "x,y\r\n1,2\r\n"])
        }

        @Test(arguments: [
            "", "--B", "--B\n", "--B\nContent-Disposition: form-data; name=\"a\"\n\nno end", "--B\n\n\nx\n--B--",
            "--B\nX: y\n\nx\n--B--", "nothing",
            "--B\nContent-Disposition: form-data; name=\"a\nx",
        ])
        func damagedBodiesAreRefused(_ text: String) {
            #expect(throws: Problem.self) {
                try Multipart(body(text), contentType: "multipart/form-data; boundary=\"B\"")
            }
        }
    }

    @Suite struct PackedTests {
        /// Python: base64.urlsafe_b64encode(zlib.compress(b'{"title":"\xc3\xa4"}'))
        @Test(arguments: [
            "eyJ0aXRsZSI6IsOkIn0", "eyJ0aXRsZSI6IsOkIn0=", "eJyrVirJLMlJVbJSOrxEqRYAJp4FRA==", "q1YqySzJSVWyUjq8RKkWAA",
        ])
        func textsAreUnpacked(_ packed: String) throws {
            #expect(String(decoding: try Packed.text(packed, limit: 100), as: UTF8.self) == "{\"title\":\"ä\"}")
        }

        @Test(arguments: ["*", "AAAA", "eJyrVirJ", "a"])
        func whatIsNothingIsRefused(_ packed: String) {
            #expect(throws: Problem.self) { try Packed.text(packed, limit: 100) }
        }

        @Test func aBombStopsAtTheLimit() throws {
            #expect { try Packed.text("eJyrVirJLMlJVbJSOrxEqRYAJp4FRA==", limit: 10) } throws: {
                ($0 as? Problem)?.status == .contentTooLarge
            }
        }
    }

    @Suite struct MemoryCacheTests {
        private func chart(_ count: Int) -> DrawnChart {
            DrawnChart(
                bytes: [UInt8](repeating: 1, count: count), mediaType: "image/png", tag: "t", warnings: [], altText: "",
                milliseconds: [:])
        }

        @Test func theOnesUsedLastStay() {
            let cache = MemoryCache(limit: 100_000)
            for k in 0..<10 { cache.insert(chart(9_000), "\(k)") }
            #expect(cache["0"] == nil)
            #expect(cache["9"] != nil && cache["2"] != nil)
            _ = cache["1"]
            for k in 10..<17 {
                _ = cache["1"]
                cache.insert(chart(9_000), "\(k)")
            }
            #expect(cache["1"] != nil && cache["3"] == nil)
            #expect(cache.bytes <= 100_000)
        }

        @Test func manyUsesOfFewEntriesTakeNoMemory() {
            let cache = MemoryCache(limit: 100_000)
            cache.insert(chart(10), "a")
            for _ in 0..<100_000 { _ = cache["a"] }
            cache.insert(chart(30_000), "large")
            #expect(cache["large"] == nil, "a picture larger than a quarter of the cache would empty it")
            #expect(cache["a"] != nil)
        }
    }

    @Suite struct ProblemTests {
        @Test func proposalsStandByThemselves() {
            let problem = Problem(
                .badRequest, path: "series[0].y", "column \"clsoe\" not found; did you mean \"close\"?")
            #expect(problem.suggestion == "close")
            #expect(Problem(.badRequest, "did you mean nothing").suggestion == nil)
            #expect(
                Problem(.badRequest, "unknown key; did you mean \"defaultRange\": [min, max]?").suggestion
                    == "\"defaultRange\": [min, max]")
        }
    }

    @Suite struct JSONMembersTests {
        @Test func membersAreAsTheyWereWritten() throws {
            let members = try JSONMembers(
                Array(
                    #" { "chart" : {"type": "bar", "a":[1,{"b":"}"}]} , "w":"200","h":3e2, "none":null, "t":"a\"\u0041", "chart2": "x" } "#
                        .utf8))
            #expect(members["chart"] == #"{"type": "bar", "a":[1,{"b":"}"}]}"#)
            #expect(
                members.kind("chart") == .object && members.kind("w") == .text && members.kind("h") == .number
                    && members.kind("none") == .null)
            #expect(members.kind("else") == nil)
            #expect(
                members["w"] == "200" && members["h"] == "3e2" && members["none"] == nil && members["t"] == "a\"A"
                    && members["chart2"] == "x")
        }

        @Test(arguments: ["", "[1]", "{", "1", "{\"a\":}"])
        func whatIsNoObjectIsRefused(_ text: String) {
            #expect(throws: Problem.self) { try JSONMembers(Array(text.utf8)) }
        }
    }

    @Suite struct MetricsTests {
        @Test func numbersAreToldAsPrometheusReadsThem() {
            let metrics = ServerMetrics()
            metrics.note(route: "/render", status: 200, .milliseconds(3), reason: nil)
            metrics.note(route: "/render", status: 503, .milliseconds(30), reason: "queue-full")
            metrics.cacheHits.increment(by: 2)
            var live = LivePool.Facts()
            (live.sessions, live.frames) = (3, 700)
            let lines = metrics.text(WorkerPool.Facts(), live, inWork: 4, cachedBytes: 5, folderFailures: 0).split(
                separator: "\n"
            ).map(String.init)
            #expect(lines.contains("# TYPE vitrail_requests_total counter"))
            #expect(lines.contains(#"vitrail_requests_total{route="/render",status="200"} 1"#))
            #expect(lines.contains(#"vitrail_request_seconds_bucket{route="/render",le="0.005"} 1"#))
            #expect(lines.contains(#"vitrail_request_seconds_bucket{route="/render",le="+Inf"} 2"#))
            #expect(lines.contains(#"vitrail_refused_total{reason="queue-full"} 1"#))
            #expect(lines.contains(#"vitrail_live_sessions{state="all"} 3.0"#))
            #expect(lines.contains("vitrail_live_frames_total 700"))
            #expect(lines.contains("vitrail_cache_hits_total 2") && lines.contains("vitrail_requests_in_work 4.0"))
        }
    }

    @Suite struct AdmissionTests {
        @Test func tokensAreComparedToTheirEnd() {
            #expect(Admission.isEqual(Array("secret".utf8), Array("secret".utf8)))
            for other in ["", "secre", "secrets", "Secret", "secreT"] {
                #expect(!Admission.isEqual(Array("secret".utf8), Array(other.utf8)))
            }
        }

        @Test func clientsHaveTheirShare() {
            let load = RequestLoad(limit: 3, clientLimit: 2)
            #expect(load.begin("a") == .accepted && load.begin("a") == .accepted && load.begin("a") == .tooManyOfOne)
            #expect(load.begin("b") == .accepted && load.begin("c") == .tooManyOfAll)
            load.end("a")
            #expect(load.begin("a") == .accepted && load.inWork == 3)
        }
    }
#endif
