// The view of a live chart in a notebook: passes events of the canvas to the kernel, and frames to the canvas. It follows
// live-canvas.js in one module, which has `liveCanvas`.

/// In milliseconds.
const SILENCE = 1000;
const NO_ANSWER = "The kernel does not answer. It is busy, or it has ended.";

function element(name, parent, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function render({ model, el }) {
  const name = Math.random().toString(36).slice(2);
  // JupyterLab's own shortcuts would take the keys: 0, +, arrows.
  const box = element("div", el, { class: "vitrail-live", "data-lm-suppress-shortcuts": "true" });
  const canvas = element("canvas", box, {
    tabindex: "0", role: "application", "aria-roledescription": "chart", "aria-label": "Chart",
    "aria-description": "Arrow keys pan. Plus and minus zoom, 0 shows everything. Tab goes to the next series, where the "
      + "arrow keys go from value to value. Escape leaves the series.",
  });
  const announcement = element("p", box, { class: "vitrail-live-unseen", "aria-live": "polite" });
  const status = element("p", box, { class: "vitrail-live-status", role: "status" });
  let hasEnded = false;

  function fit() {
    const width = model.get("_width");
    box.style.width = width ? `${width}px` : "100%";
    box.style.height = `${model.get("_height")}px`;
  }
  fit();

  function connect() {
    hasEnded = false;
    tell({ connect: true });
  }

  const view = liveCanvas({ canvas, status, announcement }, {
    send(event) {
      if (tell({ event })) watch();
    },
    kept: () => null,
    goOn() {
      if (!hasEnded) return false;
      connect();
      return true;
    },
    needsFocus: true,
  });

  /// For good.
  function end(text) {
    view.lost();
    hasEnded = false;
    status.textContent = text;
  }

  /// - Returns: false if the kernel has ended.
  function tell(message) {
    try {
      model.send({ view: name, ...message });
      return true;
    } catch {
      // JupyterLab's channel throws after a restart.
      end("The kernel has ended. Run the cell again.");
      return false;
    }
  }

  /// The timer that watches whether the kernel says anything after an event. Not every front end says that a kernel has
  /// ended.
  let patience = 0;

  function watch() {
    if (patience) return;
    patience = setTimeout(() => {
      if (!tell({ ask: true })) return;
      patience = setTimeout(() => { status.textContent = NO_ANSWER; }, SILENCE);
    }, SILENCE);
  }

  function answered() {
    clearTimeout(patience);
    patience = 0;
    if (status.textContent === NO_ANSWER) status.textContent = "";
  }

  function hear(content, buffers) {
    if (content.view !== name) return;
    answered();
    if (content.answer) return;
    if (content.hasEnded) {
      end("The session has ended. Run the cell again.");
      return;
    }
    if (!content.message) {
      const data = buffers[0];
      view.show(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
      return;
    }
    view.hear(content.message);
    if (content.message.type !== "closing") return;
    view.lost();
    hasEnded = true;
    status.textContent = `Ended: ${content.message.reason}. Click to go on here.`;
  }
  model.on("msg:custom", hear);
  connect();
  return () => {
    model.off("msg:custom", hear);
    clearTimeout(patience);
    view.close();
  };
}

export default { render };
