// JSON with positions: a parser that continues after errors, paths, and a formatter.

/**
 * @typedef {{kind: "object"|"array"|"scalar"|"code", start: number, end: number, closed?: boolean,
 *            entries?: Entry[], items?: Node[], value?: any}} Node
 * @typedef {{key: string, keyStart: number, keyEnd: number, colon: number|null, value: Node|null}} Entry
 */

const WORD = /[\p{L}\p{N}_$.+-]/u;

/**
 * Parses a text as far as possible. `loose` also accepts JavaScript notation: comments, single quotes, bare keys,
 * trailing commas; anything else up to the next comma or bracket is one node of kind "code".
 * Returns the tree (null for an empty text) and the first error, {message, start, end} or null.
 */
export function parse(text, { loose = false } = {}) {
  let at = 0;
  let error = null;
  let depth = 0;

  const fail = (message, start = at, end = Math.min(start + 1, text.length)) => {
    error ??= { message, start, end };
  };

  function skipBlanks() {
    for (;;) {
      while (at < text.length && /[\s\ufeff]/.test(text[at])) at++;
      if (text.startsWith("//", at)) {
        if (!loose) fail("JSON has no comments");
        while (at < text.length && text[at] !== "\n") at++;
      } else if (text.startsWith("/*", at)) {
        if (!loose) fail("JSON has no comments");
        const end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length : end + 2;
      } else return;
    }
  }

  /** A quoted string from its quote on. Without a closing quote it ends with its line. */
  function quoted() {
    const start = at;
    const quote = text[at++];
    while (at < text.length && text[at] !== quote && (text[at] !== "\n" || quote === "`")) {
      at += text[at] === "\\" ? 2 : 1;
    }
    at = Math.min(at, text.length);
    const closed = text[at] === quote && at > start;
    if (closed) at++;
    else fail("the quote is not closed", start, at);
    const source = text.slice(start, at);
    if (quote !== '"' && !loose) fail("texts have double quotes", start, at);
    let value = source.slice(1, closed ? -1 : undefined);
    if (closed && quote === '"') {
      try {
        value = JSON.parse(source);
      } catch {
        if (!loose) fail("a text with a character that JSON does not allow", start, at);
      }
    }
    return { kind: "scalar", start, end: at, value, closed };
  }

  function bare() {
    const start = at;
    while (at < text.length && WORD.test(text[at])) at++;
    return text.slice(start, at);
  }

  /** An expression or a function, up to the comma or bracket that ends it. */
  function code(start) {
    const stack = [];
    while (at < text.length) {
      const c = text[at];
      if (c === '"' || c === "'" || c === "`") {
        quoted();
        continue;
      }
      if ("([{".includes(c)) stack.push(c);
      else if (")]}".includes(c)) {
        if (stack.length === 0) break;
        stack.pop();
      } else if (c === "," && stack.length === 0) break;
      at++;
    }
    return { kind: "code", start, end: at };
  }

  function value() {
    skipBlanks();
    if (at >= text.length) return null;
    const start = at;
    const c = text[at];
    if (depth > 200) {
      fail("too deep");
      at = text.length;
      return null;
    }
    if (c === "{" || c === "[") {
      depth++;
      const node = c === "{" ? object() : array();
      depth--;
      return node;
    }
    if (c === '"' || c === "'" || c === "`") {
      const node = quoted();
      if (loose) {
        const end = at;
        skipBlanks();
        if (at < text.length && !",]}:".includes(text[at])) return code(start);
        at = end;
      }
      return node;
    }
    const word = bare();
    if (word === "") return loose && !",]}:".includes(c) ? code(start) : null;
    const end = at;
    if (loose) {
      skipBlanks();
      if (at < text.length && !",]}".includes(text[at])) return code(start);
      at = end;
    }
    const literals = { true: true, false: false, null: null };
    if (Object.hasOwn(literals, word)) return { kind: "scalar", start, end, value: literals[word] };
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(word)) {
      return { kind: "scalar", start, end, value: Number(word) };
    }
    if (!loose) {
      const shown = word.length > 20 ? word.slice(0, 20) + "…" : word;
      fail(/^[-+.\d]/.test(word) ? `${shown} is not a number in JSON` : `${shown} needs quotes`, start, end);
    }
    return { kind: loose ? "code" : "scalar", start, end, value: word };
  }

  function object() {
    const node = { kind: "object", start: at++, end: at, entries: [], closed: false };
    for (;;) {
      skipBlanks();
      if (at >= text.length) break;
      if (text[at] === "}") {
        at++;
        node.closed = true;
        break;
      }
      if (text[at] === "]") {
        fail("} is missing before this ]");
        break;
      }
      const keyStart = at;
      let key;
      if (text[at] === '"' || text[at] === "'") key = quoted().value;
      else {
        key = bare();
        if (key === "") {
          fail(text[at] === "," ? "a key is missing" : "a key in quotes belongs here");
          at++;
          continue;
        }
        if (!loose) fail(`the key ${key} needs quotes`, keyStart, at);
      }
      const entry = { key, keyStart, keyEnd: at, colon: null, value: null };
      node.entries.push(entry);
      skipBlanks();
      if (text[at] !== ":") {
        fail(`: is missing after the key ${key}`, keyStart, entry.keyEnd);
        if (text[at] === ",") at++;
        continue;
      }
      entry.colon = at++;
      entry.value = value();
      if (!entry.value) fail(`the key ${key} has no value`, keyStart, entry.keyEnd);
      separator(node, "}");
    }
    if (!node.closed) fail("{ is not closed", node.start, node.start + 1);
    node.end = at;
    return node;
  }

  function array() {
    const node = { kind: "array", start: at++, end: at, items: [], closed: false };
    for (;;) {
      skipBlanks();
      if (at >= text.length) break;
      if (text[at] === "]") {
        at++;
        node.closed = true;
        break;
      }
      if (text[at] === "}") {
        fail("] is missing before this }");
        break;
      }
      const item = value();
      if (item) node.items.push(item);
      else {
        fail("a value belongs here");
        if (text[at] !== ",") at++;
      }
      separator(node, "]");
    }
    if (!node.closed) fail("[ is not closed", node.start, node.start + 1);
    node.end = at;
    return node;
  }

  /** The comma after a member. */
  function separator(node, close) {
    const before = at;
    skipBlanks();
    if (text[at] === ",") {
      const comma = at++;
      skipBlanks();
      if (text[at] === close && !loose) fail(`a comma before ${close}`, comma, comma + 1);
    } else if (at < text.length && text[at] !== "}" && text[at] !== "]") {
      fail("a comma is missing", Math.max(before - 1, 0), before);
      if (text[at] === ":") at++;
    }
  }

  skipBlanks();
  if (at >= text.length) return { tree: null, error: null };
  const tree = value();
  if (!tree) fail("a value belongs here");
  skipBlanks();
  if (loose && text[at] === ";") at++;
  skipBlanks();
  if (at < text.length) fail("text after the end", at, text.length);
  return { tree, error };
}

/** The keys and indices of a JSON path such as `series[0].style["line color"]` or a JSON pointer. */
export function pathSteps(path) {
  if (path.startsWith("/")) {
    return path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  const steps = [];
  for (const [, index, quoted, name] of path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)) {
    steps.push(index ?? quoted ?? name);
  }
  return steps[0] === "$" || steps[0] === "chart" ? steps.slice(1) : steps;
}

/**
 * The position of a path: {start, end, whole}. `whole` is false if only the beginning of the path is in the text; the
 * range is then the key of the innermost member that exists.
 */
export function locate(tree, path) {
  if (!tree) return null;
  let node = tree;
  let range = { start: tree.start, end: Math.min(tree.start + 1, tree.end), whole: false };
  const steps = pathSteps(path);
  for (const [index, step] of steps.entries()) {
    let next = null;
    if (node?.kind === "object") {
      const entry = node.entries.find((entry) => entry.key === step);
      if (!entry) return range;
      next = entry.value;
      range = { start: entry.keyStart, end: entry.keyEnd, entry, whole: false };
    } else if (node?.kind === "array" && node.items[step]) {
      next = node.items[step];
      range = { start: next.start, end: Math.min(next.start + 1, next.end), whole: false };
    } else return range;
    node = next;
    if (index === steps.length - 1) {
      range.whole = true;
      if (node && (node.kind === "scalar" || node.kind === "code")) {
        range = { ...range, start: node.start, end: node.end, value: node };
      }
    }
  }
  return range;
}

/** The path in the server's notation. */
export function writePath(steps) {
  return steps
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return (index ? "." : "") + step;
      return `[${JSON.stringify(step)}]`;
    })
    .join("");
}

const JSON_WORDS = { true: "true", false: "false", null: "null" };
export const PYTHON_WORDS = { true: "True", false: "False", null: "None" };

/** Formats a value: on one line if it fits into `width` columns; long lists of numbers fill their lines. */
export function format(value, { width = 88, words = JSON_WORDS, indent = "" } = {}) {
  const scalar = (part) => {
    if (part === true || part === false || part === null) return words[String(part)];
    return JSON.stringify(part);
  };
  const flat = (part) => {
    if (Array.isArray(part)) return `[${part.map(flat).join(", ")}]`;
    if (part && typeof part === "object") {
      return `{${Object.entries(part).map(([key, inner]) => `${JSON.stringify(key)}: ${flat(inner)}`).join(", ")}}`;
    }
    return scalar(part);
  };
  const write = (part, indent, used) => {
    const line = flat(part);
    if (!part || typeof part !== "object" || indent.length + used + line.length <= width) return line;
    const inner = indent + "  ";
    if (Array.isArray(part)) {
      if (part.every((item) => item === null || typeof item !== "object")) {
        return `[\n${fill(part.map(scalar), inner)}\n${indent}]`;
      }
      return `[\n${part.map((item) => inner + write(item, inner, 1)).join(",\n")}\n${indent}]`;
    }
    const members = Object.entries(part).map(([key, item]) => {
      const name = JSON.stringify(key);
      return `${inner}${name}: ${write(item, inner, name.length + 3)}`;
    });
    return `{\n${members.join(",\n")}\n${indent}}`;
  };
  const fill = (items, indent) => {
    const lines = [indent];
    items.forEach((item, index) => {
      const piece = item + (index < items.length - 1 ? "," : "");
      const last = lines.length - 1;
      if (lines[last] !== indent && lines[last].length + piece.length + 1 > width) lines.push(indent + piece);
      else lines[last] += (lines[last] === indent ? "" : " ") + piece;
    });
    return lines.join("\n");
  };
  return write(value, indent, 0);
}
