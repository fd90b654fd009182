// A chart that the server draws: this page sends input, and shows the frames that come back. docs/live.md has the
// protocol.

const canvas = document.getElementById("chart");
const context = canvas.getContext("2d", { alpha: false });
const status = document.getElementById("status");
const announcement = document.getElementById("announcement");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const HEADER = 24;
const MAGIC = 0x31464c56;  // "VLF1"
const BUTTONS = [1, 3, 2, 4, 5];
const stored = (name) => `vitrail ${location.pathname} ${name}`;

// Connection

let socket = null;
let isReady = false;
let tries = 0;
/// Whether the server has ended the session; only the user begins a new one.
let hasEnded = false;
let shown = 0;
/// Whether the status is an error, which the next frame removes.
let hasError = false;
let series = 0;
let focused = -1;

function connect() {
  const address = new URL("socket", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const session = sessionStorage.getItem(stored("session"));
  if (session) address.searchParams.set("session", session);
  if (new URLSearchParams(location.search).get("frames") === "rgba") address.searchParams.set("frames", "rgba");
  address.hash = "";
  const own = new WebSocket(address);
  socket = own;
  isReady = false;
  hasEnded = false;
  own.binaryType = "arraybuffer";
  // A connection that was replaced may still say something.
  own.onmessage = (event) => {
    if (own !== socket) return;
    if (typeof event.data === "string") hear(JSON.parse(event.data)); else show(event.data);
  };
  own.onclose = async () => {
    if (own !== socket) return;
    const wasReady = isReady;
    hasError = false;
    isReady = false;
    if (hasEnded) return;
    const problem = wasReady ? "" : await refusal(address);
    status.textContent = `${problem || "No connection to the server."} Trying again …`;
    setTimeout(connect, Math.min(5000, 250 * 2 ** tries));
    tries += 1;
  };
}

/// The reason why the server refuses the socket, which a browser does not tell. Empty: it does not answer.
async function refusal(address) {
  const probe = new URL(address);
  probe.protocol = location.protocol;
  try {
    const answer = await fetch(probe, { signal: AbortSignal.timeout(3000) });
    const { code, message } = await answer.json();
    return code === "upgrade-required" ? "" : `The server refuses: ${message}.`;
  } catch {
    return "";
  }
}

function send(event) {
  if (isReady) socket.send(JSON.stringify(event));
}

const hearers = {
  hello(message) {
    isReady = true;
    hasEnded = false;
    tries = 0;
    shown = 0;
    status.textContent = "";
    series = message.series.length;
    if (message.title) document.title = message.title;
    sessionStorage.setItem(stored("session"), message.session);
    const state = sessionStorage.getItem(stored("state"));
    if (!message.resumed && state) send({ event_type: "restore", state: JSON.parse(state) });
    sendPreferences();
    sendSize();
  },
  alt(message) {
    canvas.setAttribute("aria-label", message.text);
    canvas.textContent = message.text;
  },
  state(message) {
    sessionStorage.setItem(stored("state"), JSON.stringify(message.state));
    focused = message.marked ?? -1;
  },
  announcement(message) { announcement.textContent = message.text; },
  warning(message) { console.warn(`vitrail: ${message.message}`); },
  error(message) {
    status.textContent = message.path ? `${message.path}: ${message.message}` : message.message;
    hasError = true;
  },
  closing(message) {
    hasEnded = true;
    hasError = false;
    status.textContent = `Ended: ${message.reason}. Click or press a key to go on.`;
  },
};

function hear(message) {
  if (Object.hasOwn(hearers, message.type)) hearers[message.type](message);
}

/// Begins a new session after the server has ended the last one.
function goOn() {
  if (!hasEnded) return false;
  connect();
  return true;
}

// Frames

async function show(data) {
  const header = new DataView(data, 0, HEADER);
  if (header.getUint32(0, true) !== MAGIC) return;
  const [index, width, height, format] = [4, 8, 12, 16].map((at) => header.getUint32(at, true));
  const from = socket;
  const picture = format === 1
    ? new ImageData(new Uint8ClampedArray(data, HEADER), width, height)
    : await createImageBitmap(new Blob([new Uint8Array(data, HEADER)], { type: "image/png" }));
  // A later frame may have been decoded first, or this one may be of a lost connection.
  if (from !== socket) return;
  if (index > shown) {
    shown = index;
    if (hasError) status.textContent = "";
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

new ResizeObserver(sizeChanged).observe(canvas);

/// The ratio changes when the window moves to another screen, and with the zoom of the page.
function watchRatio() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    sizeChanged();
    watchRatio();
  }, { once: true });
}
watchRatio();

function sendPreferences() {
  send({ event_type: "preferences", reduced_motion: calm.matches });
}
calm.addEventListener("change", sendPreferences);

// Pointers

const touches = new Map();
/// Moves and turns of the wheel that wait for the next picture of the screen.
let move = null;
let wheel = null;
let isFlushDue = false;
let lastTap = null;
/// Whether the last pointer was a finger.
let isTouched = false;

function modifiers(event) {
  return [["Shift", event.shiftKey], ["Control", event.ctrlKey], ["Alt", event.altKey], ["Meta", event.metaKey]]
    .filter(([, isDown]) => isDown).map(([name]) => name);
}

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

/// The server takes no larger numbers.
function limited(delta) {
  return Math.min(Math.max(delta, -1e6), 1e6);
}

function flushSoon() {
  if (isFlushDue) return;
  isFlushDue = true;
  requestAnimationFrame(flush);
}

canvas.addEventListener("pointerdown", (event) => {
  isTouched = event.pointerType === "touch";
  if (goOn()) return;
  flush();
  canvas.setPointerCapture(event.pointerId);
  touches.set(event.pointerId, { ...position(event), pressure: event.pressure });
  send(pointerEvent("pointer_down", event));
});

canvas.addEventListener("pointermove", (event) => {
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

canvas.addEventListener("pointerup", (event) => {
  lift(event);
  // Not every browser reports two taps of a finger as a double click.
  if (!isTouched) return;
  const tap = { ...position(event), time: event.timeStamp };
  const isSecond = lastTap && tap.time - lastTap.time < 350 && Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < 30;
  if (isSecond) send(pointerEvent("double_click", event));
  lastTap = isSecond ? null : tap;
});
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("dblclick", (event) => {
  if (!isTouched) send(pointerEvent("double_click", event));
});
canvas.addEventListener("pointerenter", () => send({ event_type: "pointer_enter" }));
canvas.addEventListener("pointerleave", () => send({ event_type: "pointer_leave" }));
canvas.addEventListener("contextmenu", (event) => { if (touches.size) event.preventDefault(); });

canvas.addEventListener("wheel", (event) => {
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

const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "0", "Escape"]);

canvas.addEventListener("keydown", (event) => {
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
  if (goOn()) return;
  if (!KEYS.has(event.key)) return;
  event.preventDefault();
  if (event.key === "Escape") focused = -1;
  send({ event_type: "key_down", key: event.key, modifiers: modifiers(event), time_stamp: event.timeStamp / 1000 });
});

connect();
