import Testing
import VitrailConformance

@Suite("What is known of drivers")
struct ExpectationTests {
    private func device(_ renderer: String, _ version: String, vendor: String = "") -> DeviceReport {
        var device = DeviceReport()
        (device.renderer, device.version, device.vendor) = (renderer, version, vendor)
        return device
    }

    private let text = """
        # comment

        FAIL   all                  a.*    all fail
        PASS   softpipe             a.b    but here
        FLAKY  llvmpipe@22.3,nvidia a.c*   now and then
        SKIP   swiftshader          a.*    too slow
        """

    @Test("the last line that holds for case and driver is meant")
    func lines() throws {
        let file = try ExpectationFile(text, path: "x")
        let llvmpipe = device("llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6")
        #expect(file.lines.count == 4)
        #expect(file.expectation(of: "a.b", on: llvmpipe)?.state == .fail)
        #expect(file.expectation(of: "a.b", on: device("softpipe", "OpenGL ES 3.1 Mesa 22.3.6"))?.state == .pass)
        #expect(file.expectation(of: "a.cd", on: llvmpipe)?.state == .flaky)
        #expect(file.expectation(of: "a.cd", on: llvmpipe)?.reason == "now and then")
        // 22.3 is not 22.30.
        #expect(file.expectation(of: "a.cd", on: device("llvmpipe", "OpenGL ES 3.2 Mesa 22.30.1"))?.state == .fail)
        #expect(
            file.expectation(of: "a.c", on: device("H200", "OpenGL ES 3.2 NVIDIA 570.1", vendor: "NVIDIA Corporation"))?
                .state == .flaky)
        #expect(file.expectation(of: "a.x", on: device("Google SwiftShader", "OpenGL ES 3.0"))?.state == .skip)
        #expect(file.expectation(of: "b.x", on: llvmpipe) == nil)
    }

    @Test(
        "a line that says nothing is told with its number",
        arguments: [
            "FAIL all a.b", "FALSE all a.b reason", "FAIL ,x a.b reason", "FAIL x@ a.b reason",
        ])
    func wrong(line: String) {
        #expect { try ExpectationFile("# first\n" + line, path: "file") } throws: { "\($0)".hasPrefix("file:2: ") }
    }

    @Test("what comes with the command is read, and each of its lines means a case that there is")
    func builtIn() throws {
        let file = ExpectationFile.builtIn
        #expect(!file.lines.isEmpty)
        for line in file.lines {
            #expect(throws: Never.self, "\(line.cases)") { try CaseRegistry.names(matching: [line.cases]) }
        }
    }
}
