// A canvas for a chart that is drawn elsewhere: input becomes events, and frames become pixels. docs/live.md has the
// protocol. It knows no transport, and a document may have several of them.

const HEADER = 24;
const MAGIC = 0x31464c56;  // "VLF1"
const BUTTONS = [1, 3, 2, 4, 5];
const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "0", "Escape"]);

function modifiers(event) {
  return [["Shift", event.shiftKey], ["Control", event.ctrlKey], ["Alt", event.altKey], ["Meta", event.metaKey]]
    .filter(([, isDown]) => isDown).map(([name]) => name);
}

/// The server takes no larger numbers.
function limited(delta) {
  return Math.min(Math.max(delta, -1e6), 1e6);
}

/// Makes a canvas show the chart of a session.
///
/// `elements`: `canvas`, and two elements for texts: `status`, and `announcement` for screen readers.
/// `transport`:
///   `send(event)` sends an event, an object. It is not called before the message `hello`.
///   `kept()`, optional: the state to restore in a new session, or null.
///   `goOn()`, optional: called by a click or key; begins a new session if the last one has ended, and then returns true.
///   `needsFocus`, optional: true: the wheel has no effect unless the canvas has the focus.
///
/// Returns an object that takes what the session says: `hear(message)` a message, an object; `show(data)` a frame, an
/// ArrayBuffer; `lost()` the end of the connection; and `close()`, which removes all listeners. `isReady`: whether
/// events are sent.
export function liveCanvas({ canvas, status, announcement }, transport) {
  const { goOn, needsFocus } = transport;
  const context = canvas.getContext("2d", { alpha: false });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const listening = new AbortController();

  let isReady = false;
  /// The number of the connection: a frame of an earlier one is not shown.
  let connection = 0;
  let shown = 0;
  /// Whether the status is an error, which the next frame removes.
  let hasError = false;
  /// What the status says without an error.
  let note = "";
  let series = 0;
  let focused = -1;

  function listen(target, type, listener, options) {
    target.addEventListener(type, listener, { ...options, signal: listening.signal });
  }

  function send(event) {
    if (isReady) transport.send(event);
  }

  const hearers = {
    hello(message) {
      isReady = true;
      connection += 1;
      shown = 0;
      hasError = false;
      note = "";
      status.textContent = "";
      series = message.series.length;
      const state = message.resumed ? null : transport.kept?.();
      if (state) send({ event_type: "restore", state });
      sendPreferences();
      sendSize();
    },
    alt(message) {
      canvas.setAttribute("aria-label", message.text);
      canvas.textContent = message.text;
    },
    state(message) { focused = message.marked ?? -1; },
    series(message) { series = message.series.length; },
    status(message) {
      note = message.text;
      // It stays below the canvas, so that it covers nothing and the canvas keeps its size.
      status.classList.add("note");
      if (!hasError) status.textContent = note;
    },
    announcement(message) { announcement.textContent = message.text; },
    warning(message) { console.warn(`vitrail: ${message.message}`); },
    error(message) {
      status.textContent = message.path ? `${message.path}: ${message.message}` : message.message;
      hasError = true;
    },
    closing() { hasError = false; },
  };

  function hear(message) {
    if (Object.hasOwn(hearers, message.type)) hearers[message.type](message);
  }

  function lost() {
    isReady = false;
    hasError = false;
  }

  // Frames

  async function show(data) {
    const header = new DataView(data, 0, HEADER);
    if (header.getUint32(0, true) !== MAGIC) return;
    const [index, width, height, format] = [4, 8, 12, 16].map((at) => header.getUint32(at, true));
    const from = connection;
    const picture = format === 1
      ? new ImageData(new Uint8ClampedArray(data, HEADER), width, height)
      : await createImageBitmap(new Blob([new Uint8Array(data, HEADER)], { type: "image/png" }));
    // A later frame may have been decoded first, or this one may be of a lost connection.
    if (from !== connection) return;
    if (index > shown) {
      shown = index;
      if (hasError) status.textContent = note;
      hasError = false;
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      if (format === 1) context.putImageData(picture, 0, 0); else context.drawImage(picture, 0, 0);
      canvas.dataset.frame = index;
    }
    if (format !== 1) picture.close();
    send({ event_type: "frame_feedback", index });
  }

  // Size

  let isSizeDue = false;

  function sendSize() {
    isSizeDue = false;
    const box = canvas.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    send({
      event_type: "resize", width: Math.min(box.width, 8192), height: Math.min(box.height, 8192),
      pixel_ratio: Math.min(Math.max(devicePixelRatio, 0.25), 8), time_stamp: performance.now() / 1000,
    });
  }

  function sizeChanged() {
    if (isSizeDue) return;
    isSizeDue = true;
    requestAnimationFrame(sendSize);
  }

  const observer = new ResizeObserver(sizeChanged);
  observer.observe(canvas);

  /// The ratio changes when the window moves to another screen, and with the zoom of the page.
  function watchRatio() {
    listen(matchMedia(`(resolution: ${devicePixelRatio}dppx)`), "change", () => {
      sizeChanged();
      watchRatio();
    }, { once: true });
  }
  watchRatio();

  function sendPreferences() {
    send({ event_type: "preferences", reduced_motion: calm.matches });
  }
  listen(calm, "change", sendPreferences);

  // Pointers

  const touches = new Map();
  /// Moves and turns of the wheel that wait for the next picture of the screen.
  let move = null;
  let wheel = null;
  let isFlushDue = false;
  let lastTap = null;
  /// Whether the last pointer was a finger.
  let isTouched = false;

  function position(event) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function pointerEvent(type, event) {
    return {
      event_type: type, ...position(event), button: BUTTONS[event.button] ?? 0,
      buttons: [1, 2, 3].filter((button) => event.buttons & (1 << (button - 1))), modifiers: modifiers(event),
      ntouches: touches.size, touches: Object.fromEntries(touches), time_stamp: event.timeStamp / 1000,
    };
  }

  function flush() {
    isFlushDue = false;
    if (move) send(move);
    if (wheel) send({ ...wheel, dx: limited(wheel.dx), dy: limited(wheel.dy) });
    [move, wheel] = [null, null];
  }

  function flushSoon() {
    if (isFlushDue) return;
    isFlushDue = true;
    requestAnimationFrame(flush);
  }

  listen(canvas, "pointerdown", (event) => {
    isTouched = event.pointerType === "touch";
    if (goOn?.()) return;
    flush();
    canvas.setPointerCapture(event.pointerId);
    touches.set(event.pointerId, { ...position(event), pressure: event.pressure });
    send(pointerEvent("pointer_down", event));
  });

  listen(canvas, "pointermove", (event) => {
    if (!touches.has(event.pointerId)) return;
    touches.set(event.pointerId, { ...position(event), pressure: event.pressure });
    move = pointerEvent("pointer_move", event);
    flushSoon();
  });

  function lift(event) {
    if (!touches.has(event.pointerId)) return;
    flush();
    touches.delete(event.pointerId);
    send(pointerEvent("pointer_up", event));
  }

  listen(canvas, "pointerup", (event) => {
    lift(event);
    // Not every browser reports two taps of a finger as a double click.
    if (!isTouched) return;
    const tap = { ...position(event), time: event.timeStamp };
    const isSecond = lastTap && tap.time - lastTap.time < 350 && Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < 30;
    if (isSecond) send(pointerEvent("double_click", event));
    lastTap = isSecond ? null : tap;
  });
  listen(canvas, "pointercancel", lift);
  listen(canvas, "dblclick", (event) => {
    if (!isTouched) send(pointerEvent("double_click", event));
  });
  listen(canvas, "pointerenter", () => send({ event_type: "pointer_enter" }));
  listen(canvas, "pointerleave", () => send({ event_type: "pointer_leave" }));
  listen(canvas, "contextmenu", (event) => { if (touches.size) event.preventDefault(); });

  listen(canvas, "wheel", (event) => {
    // Where the canvas is a part of a longer page, the wheel scrolls the page until the user has chosen the chart.
    if (needsFocus && !canvas.matches(":focus")) return;
    event.preventDefault();
    // Lines and pages as pixels; a pinch on a touchpad arrives as small turns with Control.
    const unit = [1, 33, 300][event.deltaMode] * (event.ctrlKey ? 5 : 1);
    const before = wheel ?? { dx: 0, dy: 0 };
    wheel = {
      event_type: "wheel", ...position(event), dx: before.dx + event.deltaX * unit, dy: before.dy + event.deltaY * unit,
      buttons: [], modifiers: modifiers(event), time_stamp: event.timeStamp / 1000,
    };
    flushSoon();
  }, { passive: false });

  // Keys

  listen(canvas, "keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Tab") {
      // Beyond the last series, and before the first one, Tab leaves the chart as it leaves any other element.
      const next = focused < 0 && event.shiftKey ? -1 : focused + (event.shiftKey ? -1 : 1);
      const stays = isReady && next >= 0 && next < series;
      if (stays) event.preventDefault();
      if (stays || focused >= 0) send({ event_type: "key_down", key: "Tab", modifiers: modifiers(event) });
      focused = stays ? next : -1;
      return;
    }
    if (goOn?.()) return;
    if (!KEYS.has(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") focused = -1;
    send({ event_type: "key_down", key: event.key, modifiers: modifiers(event), time_stamp: event.timeStamp / 1000 });
  });

  return {
    hear, show, lost,
    get isReady() { return isReady; },
    close() {
      lost();
      connection += 1;
      listening.abort();
      observer.disconnect();
    },
  };
}
