// The page: an editor, the picture of its text, and client code for the same request.

import { Drawing, Problem, hasToken, request, setToken } from "./drawing.js";
import { Editor } from "./editor.js";
import { format, locate, parse, writePath } from "./json.js";
import { Gallery } from "./picker.js";
import { Schema } from "./schema.js";
import { LONG_ADDRESS, chartSnippets, chartjsSnippets, pack, unpack } from "./snippets.js";

const $ = (id) => document.getElementById(id);
const base = new URL(".", location.href).href;
const FIRST_EXAMPLE = "column-grouped";

const FIRST_CHARTJS = `{
  type: 'bar',
  data: {
    labels: ['January', 'February', 'March', 'April', 'May'],
    datasets: [
      { label: 'Dogs', data: [50, 60, 70, 180, 190] },
      { label: 'Cats', data: [100, 200, 300, 400, 500] },
    ],
  },
}
`;

const store = {
  get: (key) => {
    try {
      return localStorage.getItem(`vitrail.${key}`);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      localStorage.setItem(`vitrail.${key}`, value);
    } catch {
      // A browser that stores nothing for this page can still draw.
    }
  },
};

/** The differences between descriptions and Chart.js configurations. */
const MODES = {
  chart: {
    title: "Description", loose: false, text: "",
    request(text, options) {
      const given = new URLSearchParams(options).toString();
      return {
        path: "render" + (given && `?${given}`),
        options: { method: "POST", headers: { "Content-Type": "application/json" }, body: text },
      };
    },
    snippets: (text, options) => chartSnippets({ chart: JSON.parse(text), options, base, hasToken: hasToken() }),
  },
  chartjs: {
    title: "Chart.js configuration", loose: true, text: FIRST_CHARTJS,
    request(text, { scale, ...options }) {
      const body = JSON.stringify({ chart: text, ...options, ...(scale && { devicePixelRatio: scale }) });
      const headers = { "Content-Type": "application/json", Accept: "image/*, application/problem+json" };
      return { path: "chart", options: { method: "POST", headers, body } };
    },
    snippets(text, { scale, ...options }) {
      const given = { ...options, ...(scale && { devicePixelRatio: scale }) };
      return chartjsSnippets({ text: text.trim(), options: given, base, hasToken: hasToken() });
    },
  },
};

let mode = "chart";
let schema = null;
let parsed = { tree: null, error: null };
let snippets = [];
let snippetId = store.get("client") ?? "curl";
let codeTurn = 0;

const editor = new Editor(
  { text: $("text"), colored: $("colored"), gutter: $("gutter"), popup: $("popup"), status: $("status") },
  {
    complete: (text, position) => (mode === "chart" ? schema?.complete(text, position) : null),
    onChange: () => changed(),
    onCursor: (position) => describe(position),
    onRun: () => draw(0),
  },
);

const drawing = new Drawing({ report, busy: (is) => $("figure").setAttribute("aria-busy", String(is)) });

const gallery = new Gallery(
  { dialog: $("gallery"), list: $("gallery-list"), search: $("gallery-search"), closeButton: $("gallery-close") },
  {
    request,
    choose: (picture) => {
      switchMode("chart");
      editor.value = format(picture.chart) + "\n";
    },
  },
);

// Drawing

function changed() {
  const text = editor.value;
  MODES[mode].text = text;
  store.set(mode, text);
  parsed = parse(text, { loose: MODES[mode].loose });
  draw();
}

function draw(pause) {
  const text = editor.value;
  if (text.trim() === "") {
    drawing.cancel();
    showProblem(null);
    return;
  }
  if (parsed.error && !MODES[mode].loose) {
    // Invalid JSON needs no request. While the user types, the error is shown after a pause.
    drawing.cancel();
    const { message, start, end } = parsed.error;
    clearTimeout(draw.timer);
    draw.timer = setTimeout(() => showProblem(new Problem({ message }), { start, end }), pause ?? 500);
    return;
  }
  clearTimeout(draw.timer);
  drawing.later(() => MODES[mode].request(text, options()), pause);
  clearTimeout(draw.code);
  draw.code = setTimeout(showCode, pause ?? 300);
}

function report({ picture, problem }) {
  if (problem) {
    if (problem.status === 401 || problem.status === 403) $("sign-in").hidden = false;
    showProblem(problem);
    return;
  }
  $("sign-in").hidden = true;
  showProblem(null);
  const image = $("picture");
  const before = image.src;
  const address = URL.createObjectURL(picture.blob);
  image.onload = () => {
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
    showFacts(picture, image);
  };
  image.src = address;
  image.alt = alternative();
  const kind = picture.blob.type.replace("image/", "").replace("+xml", "");
  Object.assign($("download"), { href: address, download: `chart.${kind === "jpeg" ? "jpg" : kind}`, hidden: false });
  $("warnings").hidden = picture.warnings.length === 0;
  $("warnings").replaceChildren(...picture.warnings.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** The content of the picture in words, for people who do not see it. */
function alternative() {
  const entries = parsed.tree?.entries ?? [];
  const text = (key) => entries.find((entry) => entry.key === key)?.value?.value;
  return [text("title"), text("subtitle")].filter((part) => typeof part === "string").join(". ") || "Chart";
}

function showFacts(picture, image) {
  const bytes = picture.blob.size;
  const size = bytes < 10_000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`;
  const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const total = picture.stages.find(({ name }) => name === "total");
  const facts = [`${image.naturalWidth} × ${image.naturalHeight}`, size];
  facts.push(total ? `drawn in ${ms(total.milliseconds)}` : `answered in ${ms(picture.milliseconds)}`);
  const stages = picture.stages.filter(({ name, milliseconds }) => name !== "total" && milliseconds >= 0.5);
  if (stages.length) facts.push(stages.map(({ name, milliseconds }) => `${name} ${ms(milliseconds)}`).join(", "));
  $("facts").textContent = facts.join(" · ");
}

// Problems

function showProblem(problem, range = null) {
  const box = $("problem");
  $("figure").classList.toggle("stale", problem !== null);
  if (!problem) {
    box.hidden = true;
    editor.mark([]);
    return;
  }
  let place = range ?? (problem.path ? locate(parsed.tree, problem.path) : lineAndColumn(problem.message));
  if (place?.entry && problem.message.startsWith("unknown key")) {
    place = { ...place, start: place.entry.keyStart, end: place.entry.keyEnd };
  }
  const what = document.createElement("span");
  what.className = "what";
  what.textContent = problem.message;
  const parts = [what];
  if (place) {
    const where = document.createElement("button");
    where.type = "button";
    where.className = "where";
    where.textContent = `line ${editor.line(place.start)}` + (problem.path ? ` · ${problem.path}` : "");
    where.addEventListener("click", () => editor.reveal(place.start, place.end));
    parts.unshift(where);
  } else if (problem.path) what.textContent = `${problem.path}: ${problem.message}`;
  const fix = correction(problem, place);
  if (fix) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Use ${fix.insert}`;
    button.addEventListener("click", () => editor.replace(fix.start, fix.end, fix.insert));
    parts.push(button);
  } else if (problem.suggestion && !problem.message.includes(problem.suggestion)) {
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = problem.suggestion;
    parts.push(hint);
  }
  box.replaceChildren(...parts);
  box.hidden = false;
  editor.mark(place ? [place] : []);
}

/** The server's suggestion for a key or a value, if it is a JSON string. */
function correction({ message, suggestion }, place) {
  const [, word] = `${suggestion ?? ""}\n${message}`.match(/did you mean ("(?:[^"\\]|\\.)*")\?/) ?? [];
  const insert = word ?? (/^"(?:[^"\\]|\\.)*"$/.test(suggestion ?? "") ? suggestion : null);
  if (!insert || !place?.whole) return null;
  if (message.startsWith("unknown key")) return { start: place.entry.keyStart, end: place.entry.keyEnd, insert };
  return place.value?.kind === "scalar" ? { start: place.start, end: place.end, insert } : null;
}

function lineAndColumn(message) {
  const [, line, column] = message.match(/line (\d+), column (\d+)/) ?? [];
  if (!line) return null;
  const lines = editor.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + Number(column) - 1;
  return start < editor.value.length ? { start, end: start + 1 } : null;
}

function describe(position) {
  const about = mode === "chart" && schema && parsed.tree ? schema.describe(parsed.tree, position) : null;
  $("about-path").textContent = about ? writePath(about.steps) : "";
  $("about-text").textContent = about?.text ?? "";
}

// Options and client code

function options() {
  const given = {};
  for (const field of $("options").elements) {
    const isOff = (field.dataset.for ?? field.closest("label")?.dataset.for ?? mode) !== mode;
    if (!isOff && field.name && field.value.trim() !== "") given[field.name] = field.value.trim();
  }
  return given;
}

async function showCode() {
  const text = editor.value;
  const turn = ++codeTurn;
  let next;
  try {
    next = await MODES[mode].snippets(text, options());
  } catch {
    return; // An incomplete description has no client code; the code of the last complete one stays.
  }
  // Packing takes time. A newer text has its own code.
  if (turn !== codeTurn) return;
  snippets = next;
  const tabs = snippets.map(({ id, title }) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `client-${id}`;
    tab.textContent = title;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "snippet");
    return tab;
  });
  const focused = document.activeElement?.closest("#code-tabs") ? document.activeElement.id : null;
  $("code-tabs").replaceChildren(...tabs);
  if (focused) $(focused)?.focus();
  selectSnippet(snippetId);
}

function selectSnippet(id) {
  const snippet = snippets.find((snippet) => snippet.id === id) ?? snippets[0];
  snippetId = snippet.id;
  store.set("client", snippetId);
  for (const tab of $("code-tabs").children) {
    const isSelected = tab.id === `client-${snippetId}`;
    tab.setAttribute("aria-selected", String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
  }
  $("snippet").textContent = snippet.text;
  $("snippet").setAttribute("aria-labelledby", `client-${snippetId}`);
  $("snippet").classList.toggle("wraps", Boolean(snippet.isURL));
  $("short").hidden = !(snippet.isURL && mode === "chartjs");
  const isLong = snippet.isURL && snippet.text.length > LONG_ADDRESS;
  $("note").hidden = !isLong;
  $("note").textContent = isLong ? `${snippet.text.length} characters: mail programs and proxies may cut this URL off. Use POST.` : "";
}

async function copy(text, button) {
  const label = button.dataset.label ?? (button.dataset.label = button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without HTTPS there is no clipboard. Select the text, so that Ctrl+C copies it.
    $("snippet").textContent = text;
    $("snippet").focus();
    getSelection().selectAllChildren($("snippet"));
    button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
  }
  $("status").textContent = button.textContent;
  clearTimeout(button.timer);
  button.timer = setTimeout(() => (button.textContent = label), 1600);
}

async function shorten() {
  const { scale, ...given } = options();
  const body = JSON.stringify({ chart: editor.value, ...given, ...(scale && { devicePixelRatio: scale }) });
  const headers = { "Content-Type": "application/json" };
  const response = await request("chart/create", { method: "POST", headers, body }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  $("note").hidden = false;
  if (response?.ok && answer?.url) {
    $("note").replaceChildren("Short URL: ", Object.assign(document.createElement("a"), { href: answer.url, textContent: answer.url }));
  } else $("note").textContent = `No short URL: ${answer?.message ?? "the server does not answer"}`;
}

// Modes

function switchMode(next) {
  if (next === mode) return;
  mode = next;
  drawing.cancel();
  for (const id of ["chart", "chartjs"]) {
    $(`tab-${id}`).setAttribute("aria-selected", String(id === mode));
    $(`tab-${id}`).tabIndex = id === mode ? 0 : -1;
  }
  for (const element of document.querySelectorAll("#options [data-for]")) element.hidden = element.dataset.for !== mode;
  $("edit-title").textContent = MODES[mode].title;
  $("text").setAttribute("aria-label", MODES[mode].title);
  $("format").hidden = mode !== "chart";
  $("picture").removeAttribute("src");
  $("facts").textContent = "";
  $("warnings").hidden = $("download").hidden = true;
  editor.load(MODES[mode].text);
  describe(0);
  showProblem(null);
  changed();
  showCode();
}

function tabKeys(list, select) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.children];
    const index = tabs.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: tabs.length - 1 - index }[event.key];
    if (index < 0 || step === undefined) return;
    event.preventDefault();
    const tab = tabs[(index + step + tabs.length) % tabs.length];
    tab.focus();
    select(tab);
  });
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) select(tab);
  });
}

function reformat() {
  if (mode !== "chart" || parsed.error || !parsed.tree) return;
  editor.value = format(JSON.parse(editor.value)) + "\n";
}

/** Reads the text in the page's own address: `#chart=…` or `#chartjs=…`. */
async function readAddress() {
  const [, name, packed] = location.hash.match(/^#(chart|chartjs|example)=(.+)$/) ?? [];
  if (!name) return false;
  try {
    const example = name === "example" ? gallery.find(decodeURIComponent(packed)) : null;
    if (name === "example" && !example) return false;
    MODES[example ? "chart" : name].text = example ? format(example.chart) + "\n" : await unpack(packed);
    mode = "";
    switchMode(example ? "chart" : name);
    return true;
  } catch {
    showProblem(new Problem({ message: "The address of this page contains no description that can be read." }));
    return false;
  }
}

/** Gets the schema and the version. A server with tokens returns them only for a valid token. */
async function askServer() {
  const json = (path) => request(path).then((response) => (response.ok ? response.json() : null)).catch(() => null);
  const [document, version] = await Promise.all([json("schema.json"), json("version")]);
  if (document) schema = new Schema(document);
  if (version?.version) $("version").textContent = version.version;
}

async function start() {
  await Promise.all([askServer(), gallery.load().catch(() => null)]);
  const example = gallery.find(FIRST_EXAMPLE);
  MODES.chart.text = store.get("chart") || (example ? format(example.chart) + "\n" : "");
  MODES.chartjs.text = store.get("chartjs") || FIRST_CHARTJS;
  if (await readAddress()) return;
  mode = "";
  switchMode("chart");
}

tabKeys(document.querySelector("header .tabs"), (tab) => switchMode(tab.id.replace("tab-", "")));
tabKeys($("code-tabs"), (tab) => selectSnippet(tab.id.replace("client-", "")));
$("options").addEventListener("input", () => draw());
$("options").addEventListener("submit", (event) => event.preventDefault());
$("gallery-open").addEventListener("click", () => gallery.open());
$("format").addEventListener("click", reformat);
$("copy").addEventListener("click", () => copy($("snippet").textContent, $("copy")));
$("short").addEventListener("click", shorten);
$("share").addEventListener("click", async () => {
  const address = `${base}#${mode}=${await pack(editor.value)}`;
  history.replaceState(null, "", address);
  copy(address, $("share"));
});
$("zoom").addEventListener("click", () => {
  $("zoom").setAttribute("aria-pressed", String($("zoom").getAttribute("aria-pressed") !== "true"));
});
$("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  setToken(new FormData(event.target).get("token"));
  draw(0);
  if (!schema) askServer();
});
document.addEventListener("keydown", (event) => {
  if (event.altKey && event.shiftKey && event.code === "KeyF") {
    event.preventDefault();
    reformat();
  }
});
addEventListener("hashchange", readAddress);
start();
