// The page's request as an address, a command and client code.

import { format, PYTHON_WORDS } from "./json.js";

/** Some mail programs, proxies and servers truncate longer addresses. */
export const LONG_ADDRESS = 8000;

const base64url = (bytes) => {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** Bytes compressed with deflate (zlib format), or null if the browser does not support it. */
async function deflate(bytes) {
  if (typeof CompressionStream === "undefined") return null;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A text for `?spec=` and the page's address: base64url of the deflated text, or of the plain text if shorter. */
export async function pack(text) {
  const plain = new TextEncoder().encode(text);
  const small = await deflate(plain);
  return base64url(small && small.length < plain.length ? small : plain);
}

export async function unpack(packed) {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  if (bytes[0] !== 0x78 || typeof DecompressionStream === "undefined") return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new TextDecoder().decode(await new Response(stream).arrayBuffer());
}

const query = (options) => {
  const given = Object.entries(options).filter(([, value]) => value !== "" && value != null);
  return given.length ? "?" + new URLSearchParams(given) : "";
};

const indented = (text, blanks) => text.replaceAll("\n", "\n" + " ".repeat(blanks));

/** A text as a here document. The end marker is a line that does not occur in the text. */
function hereDocument(text, name) {
  let end = name;
  while (text.split("\n").includes(end)) end += "_";
  return `<<'${end}'\n${text}\n${end}`;
}

/** Snippets for a description: [{id, title, language, text}]. `base` ends with a slash. */
export async function chartSnippets({ chart, options, base, hasToken }) {
  const extension = options.format === "jpeg" ? "jpg" : options.format || "png";
  const address = `${base}render${query(options)}`;
  const spec = await pack(JSON.stringify(chart));
  const url = `${base}render${query({ ...options, spec })}`;
  const json = format(chart);
  const python = format(chart, { words: PYTHON_WORDS });
  const pythonOptions = query(options) && `    params=${format(withoutEmpty(options), { words: PYTHON_WORDS })},\n`;
  return [
    { id: "url", title: "URL", text: url, isURL: true },
    {
      id: "curl", title: "curl",
      text: `curl --fail-with-body '${address}' \\\n  -H 'Content-Type: application/json' \\\n` +
        (hasToken ? `  -H "Authorization: Bearer $VITRAIL_TOKEN" \\\n` : "") +
        `  -o chart.${extension} --data-binary @- ${hereDocument(json, "JSON")}\n`,
    },
    {
      id: "python", title: "Python",
      text: (hasToken ? "import os\n\n" : "") + `import requests\n\nchart = ${python}\n\nresponse = requests.post(\n` +
        `    ${JSON.stringify(base + "render")},\n${pythonOptions}` +
        (hasToken ? `    headers={"Authorization": f"Bearer {os.environ['VITRAIL_TOKEN']}"},\n` : "") +
        `    json=chart,\n    timeout=30,\n)\nif not response.ok:\n    raise ValueError(response.text)\n` +
        `with open("chart.${extension}", "wb") as file:\n    file.write(response.content)\n`,
    },
    {
      id: "javascript", title: "JavaScript",
      text: `const chart = ${json};\n\nconst response = await fetch(${JSON.stringify(address)}, {\n  method: "POST",\n` +
        `  headers: { "Content-Type": "application/json"` +
        (hasToken ? ", Authorization: `Bearer ${token}`" : "") + ` },\n  body: JSON.stringify(chart),\n});\n` +
        `if (!response.ok) throw new Error((await response.json()).message);\nconst picture = await response.blob();\n`,
    },
  ];
}

const withoutEmpty = (options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== "" && value != null));

/** A multi-line Python string that contains `text`. */
function pythonText(text) {
  if (!text.includes("\\") && !text.includes('"""') && !text.endsWith('"')) return `"""${text}"""`;
  if (!text.includes('"""') && !text.endsWith('"') && !text.endsWith("\\")) return `r"""${text}"""`;
  return JSON.stringify(text);
}

/** Snippets for a Chart.js configuration; `options` are QuickChart's parameters. */
export function chartjsSnippets({ text, options, base, hasToken }) {
  const given = withoutEmpty(options);
  const extension = options.format || "png";
  const url = `${base}chart${query(given)}${Object.keys(given).length ? "&" : "?"}c=${encodeURIComponent(text)}`;
  const body = JSON.stringify({ chart: text, ...given });
  const { protocol, host, pathname } = new URL(base);
  const settings = [
    ["width", given.width], ["height", given.height], ["device_pixel_ratio", given.devicePixelRatio],
    ["background_color", given.backgroundColor], ["format", given.format],
  ];
  return [
    { id: "url", title: "URL", text: url, isURL: true },
    {
      id: "curl", title: "curl",
      text: `curl --fail '${base}chart' \\\n  -H 'Content-Type: application/json' \\\n` +
        (hasToken ? `  -H "Authorization: Bearer $VITRAIL_TOKEN" \\\n` : "") +
        `  -o chart.${extension} --data-binary @- ${hereDocument(body, "JSON")}\n`,
    },
    {
      id: "python", title: "Python",
      text: `from quickchart import QuickChart  # pip install quickchart.io\n\nchart = QuickChart()\n` +
        `chart.scheme = ${JSON.stringify(protocol.slice(0, -1))}\n` +
        `chart.host = ${JSON.stringify(host + pathname.replace(/\/$/, ""))}\n` +
        settings.filter(([, value]) => value != null)
          .map(([name, value]) => `chart.${name} = ${/^\d/.test(value) ? value : JSON.stringify(value)}\n`).join("") +
        `chart.config = ${pythonText(text)}\nchart.to_file("chart.${extension}")\n`,
    },
    {
      id: "javascript", title: "JavaScript",
      text: `const response = await fetch(${JSON.stringify(base + "chart")}, {\n  method: "POST",\n` +
        `  headers: { "Content-Type": "application/json"` +
        (hasToken ? ", Authorization: `Bearer ${token}`" : "") + ` },\n` +
        `  body: JSON.stringify(${indented(format({ chart: text, ...given }), 2)}),\n});\n` +
        `if (!response.ok) throw new Error(response.headers.get("x-quickchart-error"));\n` +
        `const picture = await response.blob();\n`,
    },
  ];
}
