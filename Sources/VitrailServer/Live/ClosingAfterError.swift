#if Server
    import NIOCore
    import NIOHTTP1

    /// Closes a connection whose request is no HTTP, after the answer 400.
    final class ClosingAfterError: ChannelInboundHandler {
        typealias InboundIn = NIOAny

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.fireErrorCaught(error)
            if error is HTTPParserError { context.close(promise: nil) }
        }
    }
#endif
