// The page of a live chart: connects its canvas with the server, and keeps the session and the state for the next
// connection. docs/live.md has the protocol.

import { liveCanvas } from "./live-canvas.js";

const status = document.getElementById("status");
const stored = (name) => `vitrail ${location.pathname} ${name}`;

let socket = null;
let tries = 0;
/// Whether the server has ended the session; only the user begins a new one.
let hasEnded = false;

const view = liveCanvas(
  { canvas: document.getElementById("chart"), status, announcement: document.getElementById("announcement") },
  {
    send: (event) => socket.send(JSON.stringify(event)),
    kept: () => JSON.parse(sessionStorage.getItem(stored("state"))),
    goOn,
  });

function connect() {
  const address = new URL("socket", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const session = sessionStorage.getItem(stored("session"));
  if (session) address.searchParams.set("session", session);
  if (new URLSearchParams(location.search).get("frames") === "rgba") address.searchParams.set("frames", "rgba");
  address.hash = "";
  const own = new WebSocket(address);
  socket = own;
  view.lost();
  hasEnded = false;
  own.binaryType = "arraybuffer";
  // A connection that was replaced may still say something.
  own.onmessage = (event) => {
    if (own !== socket) return;
    if (typeof event.data === "string") hear(JSON.parse(event.data)); else view.show(event.data);
  };
  own.onclose = async () => {
    if (own !== socket) return;
    const wasReady = view.isReady;
    view.lost();
    if (hasEnded) return;
    const problem = wasReady ? null : await refusal(address);
    // A session that the server does not make anew.
    if (problem?.code === "no-session") {
      status.textContent = `Ended: ${problem.message}.`;
      return;
    }
    const text = problem ? `The server refuses: ${problem.message}.` : "No connection to the server.";
    status.textContent = `${text} Trying again …`;
    setTimeout(connect, Math.min(5000, 250 * 2 ** tries));
    tries += 1;
  };
}

/// The problem for which the server refuses the socket, which a browser does not tell. null: it does not answer.
async function refusal(address) {
  const probe = new URL(address);
  probe.protocol = location.protocol;
  try {
    const answer = await fetch(probe, { signal: AbortSignal.timeout(3000) });
    const problem = await answer.json();
    return problem.code === "upgrade-required" ? null : problem;
  } catch {
    return null;
  }
}

const hearers = {
  hello(message) {
    hasEnded = false;
    tries = 0;
    if (message.title) document.title = message.title;
    sessionStorage.setItem(stored("session"), message.session);
  },
  state(message) { sessionStorage.setItem(stored("state"), JSON.stringify(message.state)); },
  closing(message) {
    hasEnded = true;
    status.textContent = `Ended: ${message.reason}. Click or press a key to go on.`;
  },
};

function hear(message) {
  if (Object.hasOwn(hearers, message.type)) hearers[message.type](message);
  view.hear(message);
}

/// Begins a new session after the server has ended the last one.
function goOn() {
  if (!hasEnded) return false;
  connect();
  return true;
}

connect();
