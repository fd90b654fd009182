import Testing

@testable import VitrailLive

@Suite struct EventTests {
    private func read(_ text: String) throws -> LiveEvent { try LiveEvent(json: Array(text.utf8)) }

    @Test func eventsHaveTheNamesOfJupyterRFB() throws {
        #expect(
            try read(#"{"event_type": "resize", "width": 640, "height": 480.5, "pixel_ratio": 2, "time_stamp": 1}"#)
                == .resize(width: 640, height: 480.5, pixelRatio: 2))
        let pointer = #"""
            {"event_type": "pointer_move", "x": 1, "y": -2, "button": 0, "buttons": [1], "modifiers": ["Shift", "Fn"],
             "ntouches": 2, "touches": {"7": {"x": 3, "y": 4, "pressure": 0.5}, "5": {"x": 1, "y": 2, "pressure": 0}},
             "time_stamp": 0.25}
            """#
        #expect(
            try read(pointer)
                == .pointerMove(
                    PointerEvent(
                        x: 1, y: -2, modifiers: [.shift],
                        touches: [.init(id: 5, x: 1, y: 2), .init(id: 7, x: 3, y: 4)], time: 0.25)))
        #expect(
            try read(#"{"event_type": "wheel", "x": 1, "y": 2, "dx": 0, "dy": -100, "modifiers": []}"#)
                == .wheel(WheelEvent(x: 1, y: 2, dx: 0, dy: -100)))
        #expect(
            try read(#"{"event_type": "key_down", "key": "+", "modifiers": ["Alt"]}"#)
                == .keyDown(KeyEvent(key: "+", modifiers: [.alt])))
        #expect(try read(#"{"event_type": "frame_feedback", "index": 3}"#) == .frameFeedback(index: 3))
        #expect(
            try read(#"{"event_type": "restore", "state": {"charts": [{"x": [[0, 1], null], "y": []}]}}"#)
                == .restore(FigureState([ChartState(x: [[0, 1], nil])])))
        #expect(try read(#"{"event_type": "close"}"#) == .close)
    }

    @Test(arguments: [
        (#"["#, ""),
        (#"[]"#, ""),
        (#"{"x": 1}"#, "event_type"),
        (#"{"event_type": "pointer_fly"}"#, "event_type"),
        (#"{"event_type": 3}"#, "event_type"),
        (#"{"event_type": "resize", "height": 1}"#, "width"),
        (#"{"event_type": "resize", "width": 100, "height": 0}"#, "height"),
        (#"{"event_type": "resize", "width": 100, "height": 1e9}"#, "height"),
        (#"{"event_type": "resize", "width": 100, "height": 100, "pixel_ratio": 99}"#, "pixel_ratio"),
        (#"{"event_type": "pointer_down", "y": 1}"#, "x"),
        (#"{"event_type": "pointer_down", "x": "1", "y": 1}"#, "x"),
        (#"{"event_type": "pointer_down", "x": 1, "y": 1e300}"#, "y"),
        (#"{"event_type": "pointer_down", "x": 1, "y": 1, "touches": {"3": {"y": 1}}}"#, "touches.3.x"),
        (#"{"event_type": "pointer_down", "x": 1, "y": 1, "touches": {"a": {"x": 1, "y": 1}}}"#, "touches.a"),
        (#"{"event_type": "pointer_down", "x": 1, "y": 1, "touches": {"3": {"x": 1e9, "y": 1}}}"#, "touches.3.x"),
        (#"{"event_type": "pointer_down", "x": 1, "y": 1, "modifiers": [1]}"#, "modifiers.0"),
        (#"{"event_type": "wheel", "x": 1, "y": 1, "dy": "far"}"#, "dy"),
        (#"{"event_type": "key_down"}"#, "key"),
        (#"{"event_type": "key_down", "key": ""}"#, "key"),
        (#"{"event_type": "frame_feedback"}"#, "index"),
        (#"{"event_type": "preferences"}"#, "reduced_motion"),
        (#"{"event_type": "restore"}"#, "state"),
        (#"{"event_type": "restore", "state": {"charts": [{"x": [["a", 1]], "y": []}]}}"#, "state.charts.0.x.0.0"),
    ])
    func aWrongMessageIsToldByThePathOfItsValue(_ text: String, _ path: String) throws {
        let error = try #require(throws: LiveEventError.self) { try read(text) }
        #expect(error.path == path, "\(error)")
        #expect(!error.message.isEmpty)
    }

    @Test func aLongMessageIsRefused() {
        let text = #"{"event_type": "key_down", "key": ""# + String(repeating: "a", count: 70_000) + "\"}"
        #expect(throws: LiveEventError.self) { try read(text) }
    }

    @Test func aFrameBeginsWithItsHeader() {
        let frame = LiveFrame(index: 258, width: 3, height: 4, format: .rgba, isMoving: true, picture: [])
        #expect(
            frame.header == Array("VLF1".utf8) + [2, 1, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
        #expect(frame.header.count == LiveFrame.headerBytes)
    }

    @Test(arguments: [
        ("/srv/data/a.csv: no such file", "a.csv: no such file"),
        ("series[0]: /srv/a.csv: line 3: \"1/2\" is no number", "series[0]: a.csv: line 3: \"1/2\" is no number"),
        ("x and y of \"/a/b.csv\" and \"/c/d.csv\" differ", "x and y of \"b.csv\" and \"d.csv\" differ"),
        ("data/a.csv: 3/4", "data/a.csv: 3/4"),
    ])
    func aClientLearnsNoFolders(_ text: String, _ told: String) {
        struct Failure: Error, CustomStringConvertible { let description: String }
        #expect(ErrorText.of(Failure(description: text)) == told)
    }
}
