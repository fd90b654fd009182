/// A job for a worker. The first part of the frame is the chart's text; the other parts are uploaded files.
package struct WorkerRequest: Codable, Sendable {
    package enum Notation: String, Codable, Sendable {
        /// A chart description, JSON.
        case description
        /// A Chart.js configuration.
        case chartJS
        /// A line of a batch's input.
        case batchLine
    }

    package var notation: Notation
    /// The name of an image format. `nil`: PNG, or the format in the batch's line.
    package var format: String?
    /// Points. Width, height, scale, theme and quality override the description.
    package var width: Double?
    package var height: Double?
    package var scale: Double?
    package var theme: String?
    package var quality: Int?
    /// After this many seconds, the worker stops by itself. `nil`: no limit. A worker that does not stop is killed.
    package var seconds: Double?
    /// A CSS colour. Only for a Chart.js configuration.
    package var background: String?
    /// The version of Chart.js that the configuration was written for. Only for a Chart.js configuration.
    package var version: String?
    /// The names of the uploaded files, in the order of the parts.
    package var fileNames: [String] = []
    /// Whether the reply contains the statistics as a second part, JSON.
    package var hasStatistics = false
    /// Whether the picture is written into a stream. Only for a batch's line.
    package var isStream = false

    package init(_ notation: Notation) { self.notation = notation }
}

/// A message from a worker. The first one states that it is ready, or why it is not. Then one reply follows for each
/// request.
package enum WorkerReply: Codable, Sendable {
    case ready(Ready)
    case picture(Picture)
    case failure(Failure)

    package struct Ready: Codable, Sendable {
        /// The name of the device.
        package var device: String
        /// Resident memory in bytes.
        package var resident: Int

        package init(device: String, resident: Int) { (self.device, self.resident) = (device, resident) }
    }

    /// A finished picture. Its bytes are the first part of the frame.
    package struct Picture: Codable, Sendable {
        /// The name of the image format.
        package var format: String
        package var width: Int
        package var height: Int
        /// `nil`: a still.
        package var frameCount: Int?
        package var warnings: [String]
        /// The content of the picture in words.
        package var altText: String
        /// The output file of a batch's line. `nil`: the line has none.
        package var path: String?
        /// Whether the picture shows files of this machine, which may change.
        package var readsFiles = false
        /// Milliseconds by stage.
        package var milliseconds: [String: Double]
        /// The estimated memory of the picture in bytes.
        package var estimated: Int
        /// The process's resident memory in bytes after the picture.
        package var resident: Int

        package init(
            format: String, width: Int, height: Int, frameCount: Int? = nil, warnings: [String], altText: String,
            path: String? = nil,
            milliseconds: [String: Double], estimated: Int, resident: Int
        ) {
            (self.format, self.width, self.height, self.frameCount) = (format, width, height, frameCount)
            (self.warnings, self.altText, self.path) = (warnings, altText, path)
            (self.milliseconds, self.estimated, self.resident) = (milliseconds, estimated, resident)
        }
    }

    package struct Failure: Codable, Sendable, Error {
        /// The exit code that `vitrail render` would have.
        package var code: Int32
        /// The JSON path of the value in the description.
        package var place: String?
        package var message: String
        /// The description file that contains `place`. `nil`: the description is not a file of its own.
        package var file: String?
        /// Whether a limit was exceeded: the memory limit, or a limit of the server.
        package var isTooLarge = false

        package init(code: Int32, place: String? = nil, message: String, file: String? = nil) {
            (self.code, self.place, self.message, self.file) = (code, place, message, file)
        }
    }
}

/// The socket in a worker.
package enum WorkerChannel {
    package static let descriptor: CInt = 3
}
