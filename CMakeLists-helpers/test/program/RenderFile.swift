// render-file SPEC.json PICTURE.png: what a program needs of the library to draw a described chart.
import Vitrail
import Glibc

@main
enum RenderFile {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { stop("usage: render-file SPEC.json PICTURE.png") }
        do {
            let chart = try ChartDescription(contentsOf: CommandLine.arguments[1]).makeChart(pictures: .standard)
            let renderer = Renderer()
            let picture = try await renderer.render(chart).encoded(as: .png)
            let left = await renderer.close()
            guard left == 0 else { stop("\(left) GL objects were left") }
            write(picture, to: CommandLine.arguments[2])
        } catch {
            stop("\(error)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wb") else { stop("\(path) cannot be written") }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { stop("\(path) cannot be written") }
    }

    private static func stop(_ reason: String) -> Never {
        let line = Array("render-file: \(reason)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
        exit(1)
    }
}
