#if Server
    import HTTPTypes

    extension HTTPField.Name {
        private static func named(_ text: String) -> HTTPField.Name {
            guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no header's name") }
            return name
        }

        static let requestID = named("X-Request-ID")
        static let traceParent = named("traceparent")
        static let forwardedFor = named("X-Forwarded-For")
        static let forwardedProtocol = named("X-Forwarded-Proto")
        static let contentTypeOptions = named("X-Content-Type-Options")
        static let serverTiming = named("Server-Timing")
        static let warnings = named("X-Vitrail-Warnings")
        static let quickChartError = named("x-quickchart-error")
        /// Passes the code from a route to the log. It does not leave the server.
        static let problemCode = named("X-Vitrail-Problem")
    }
#endif
