import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A document parsed by Foundation's parser.
final class XMLTree: NSObject, XMLParserDelegate {
    final class Node {
        let name: String
        let attributes: [String: String]
        fileprivate(set) var text = ""
        fileprivate(set) var children: [Node] = []

        fileprivate init(_ name: String, _ attributes: [String: String]) {
            (self.name, self.attributes) = (name, attributes)
        }

        /// Elements with this name below this one, in document order.
        func all(_ name: String) -> [Node] { children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) } }
        /// Text of this element and of all elements below it.
        var wholeText: String { text + children.map(\.wholeText).joined() }
    }

    struct Malformed: Error { var reason: String }

    let root = Node("", [:])
    private var open: [Node] = []

    init(_ text: String) throws {
        super.init()
        open = [root]
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else {
            throw Malformed(reason: "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "?")")
        }
    }

    func all(_ name: String) -> [Node] { root.all(name) }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
        attributes: [String: String] = [:]
    ) {
        let node = Node(name, attributes)
        open.last?.children.append(node)
        open.append(node)
    }

    func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) { open.last?.text += text }
}
