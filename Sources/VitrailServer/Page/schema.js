// Completion and descriptions from the JSON schema of a chart.

import { parse } from "./json.js";

/** Maximum number of proposals of a completion. */
const MAX_PROPOSALS = 200;

export class Schema {
  constructor(document) {
    this.document = document;
  }

  /** Follows `$ref`, and keeps the members beside it. */
  #resolved(schema) {
    let result = schema;
    for (let hops = 0; result?.$ref && hops < 20; hops++) {
      const { $ref, ...beside } = result;
      let target = this.document;
      for (const step of $ref.replace(/^#\/?/, "").split("/")) target = target?.[decodeURIComponent(step)];
      result = { ...target, ...beside };
    }
    return result;
  }

  /** The plain schemas that may describe a node, without alternatives that its members exclude. */
  #alternatives(schema, node, depth = 0) {
    const resolved = this.#resolved(schema);
    if (!resolved || typeof resolved !== "object" || depth > 8) return [];
    const inner = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])];
    if (inner.length === 0) return [resolved];
    const all = inner.flatMap((part) => this.#alternatives(part, node, depth + 1));
    if (resolved.properties || resolved.enum) all.push(resolved);
    const fitting = all.filter((part) => this.#fits(part, node));
    return fitting.length ? fitting : all;
  }

  #fits(schema, node) {
    if (!node) return true;
    const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
    const kind = node.kind === "scalar" ? (node.value === null ? "null" : typeof node.value) : node.kind;
    if (types.length && !types.includes(kind) && !(kind === "number" && types.includes("integer"))) return false;
    if (node.kind !== "object") return true;
    const properties = schema.properties ?? {};
    return node.entries.every(({ key, value }) => {
      const property = Object.hasOwn(properties, key) ? this.#resolved(properties[key]) : undefined;
      if (!property) return schema.additionalProperties !== false || !value;
      return !(Object.hasOwn(property, "const") && value?.kind === "scalar" && value.value !== property.const);
    });
  }

  /** The schemas of a member of the node. */
  #member(schemas, node, step) {
    return schemas.flatMap((schema) =>
      this.#alternatives(schema, node).flatMap((part) => {
        if (typeof step === "number") {
          const item = part.prefixItems?.[step] ?? part.items;
          return item && typeof item === "object" ? [item] : [];
        }
        if (part.properties && Object.hasOwn(part.properties, step)) return [part.properties[step]];
        const others = part.additionalProperties;
        return others && typeof others === "object" ? [others] : [];
      })
    );
  }

  /** The schemas at the end of a trail of {node, step}. */
  #at(trail) {
    return trail.reduce((schemas, { node, step }) => this.#member(schemas, node, step), [this.document]);
  }

  /** The schema's description of the member at the cursor: {path, text}, or null. */
  describe(tree, position) {
    const { trail, target } = findCursor(tree, position);
    const steps = trail.map(({ step }) => step);
    if (target?.entry && target.part === "key") {
      trail.push({ node: target.node, step: target.entry.key });
      steps.push(target.entry.key);
    }
    if (steps.length === 0) return null;
    for (const schema of this.#at(trail)) {
      const text = schema?.description ?? this.#resolved(schema)?.description;
      if (text) return { steps, text };
    }
    return { steps, text: "" };
  }

  /** Proposals at the cursor: {from, to, items: [{label, insert, caret, detail, text, color, again}]}. */
  complete(text, position) {
    const { tree } = parse(text);
    if (!tree) {
      return { from: position, to: position, items: [{ label: "{ }", insert: "{\n  \n}", caret: 4, detail: "a chart" }] };
    }
    const { trail, target } = findCursor(tree, position);
    if (!target) return null;
    if (target.part === "key") return this.#keys(text, position, trail, target);
    return this.#values(text, tree, position, trail, target);
  }

  #keys(text, position, trail, { node, entry }) {
    const present = new Set(node.entries.filter((other) => other !== entry).map((other) => other.key));
    // The other members select alternatives, because the key at the cursor is not complete.
    const others = { ...node, entries: node.entries.filter((other) => other !== entry) };
    const found = new Map();
    for (const schema of this.#at(trail)) {
      for (const part of this.#alternatives(schema, others)) {
        for (const [key, property] of Object.entries(part.properties ?? {})) {
          if (present.has(key) || found.has(key) || property === false || key === "$schema") continue;
          found.set(key, this.#keyItem(key, property, part.required?.includes(key)));
        }
      }
    }
    const from = entry ? entry.keyStart : position;
    const to = entry ? entry.keyEnd : position;
    const typed = entry ? text.slice(from, position).replace(/^["']/, "") : "";
    const withValue = entry?.colon != null;
    const follows = /^\s*["']/.test(text.slice(to));
    const items = ranked([...found.values()], typed).map((item) => {
      if (withValue) return { ...item, insert: JSON.stringify(item.label), caret: null, again: false };
      return { ...item, insert: item.insert + (follows ? "," : "") };
    });
    return { from, to, items };
  }

  #keyItem(key, property, required) {
    const parts = this.#alternatives(property, null);
    const resolved = this.#resolved(property);
    const types = new Set(parts.flatMap((part) => part.type ?? (part.enum || "const" in part ? "string" : [])));
    const name = JSON.stringify(key);
    const closed = parts.some((part) => part.enum || "const" in part);
    const [value, caret] =
      types.has("object") && !types.has("string") ? ["{}", 1]
      : types.has("array") && !types.has("string") ? ["[]", 1]
      : types.has("string") ? ['""', 1]
      : ["", 0];
    const insert = `${name}: ${value}`;
    return {
      label: key, insert, caret: name.length + 2 + caret, required,
      detail: closed && !types.has("object") ? "choice" : [...types].filter((type) => type !== "null").join(" or "),
      text: property.description ?? resolved?.description ?? "",
      again: closed || types.has("boolean") || types.has("string"),
    };
  }

  #values(text, tree, position, trail, { node, entry, value }) {
    if (entry) {
      // The value at the cursor must not influence the values offered in its place.
      const others = { ...node, entries: node.entries.filter((other) => other !== entry) };
      trail = [...trail.slice(0, -1), { node: others, step: entry.key }];
    }
    const found = new Map();
    const add = (raw, item) => {
      const insert = JSON.stringify(raw);
      if (!found.has(insert)) found.set(insert, { label: String(raw), insert, caret: null, ...item });
    };
    const step = trail.at(-1)?.step;
    for (const schema of this.#at(trail)) {
      const about = schema.description ?? this.#resolved(schema)?.description ?? "";
      if (about.startsWith("Name of the data")) for (const name of tableNames(tree)) add(name, { detail: "data" });
      if (/^(Column|Columns) /.test(about)) for (const name of columnNames(tree, trail)) add(name, { detail: "column" });
      for (const part of this.#alternatives(schema, null)) {
        const isColor = part.enum?.includes("aliceblue");
        if ("const" in part && part.const !== null) add(part.const, { text: part.description });
        for (const choice of part.enum ?? []) {
          if (choice !== null) add(choice, { color: isColor ? choice : undefined, detail: isColor ? "colour" : "" });
        }
        if ([part.type].flat().includes("boolean")) {
          add(true, { text: about });
          add(false, { text: about });
        }
        if (part.type === "object" && !value) found.set("{}", { label: "{ }", insert: "{}", caret: 1, detail: "object", text: about });
        if (part.type === "array" && !value) found.set("[]", { label: "[ ]", insert: "[]", caret: 1, detail: "array", text: about });
      }
    }
    if (typeof step === "number" && found.has("{}")) found.delete("[]");
    const from = value ? value.start : position;
    const to = value ? value.end : position;
    const typed = value ? text.slice(from, position).replace(/^["']/, "") : "";
    return { from, to, items: ranked([...found.values()], typed) };
  }
}

/** Items that contain the typed text: first prefixes (required members before others), then words inside. */
function ranked(items, typed) {
  const needle = typed.toLowerCase();
  const rank = (item) => {
    const label = item.label.toLowerCase();
    if (label.startsWith(needle)) return item.required ? 0 : 1;
    const isWord = item.label.includes(typed.charAt(0).toUpperCase() + typed.slice(1));
    return isWord ? 2 : label.includes(needle) ? 3 : 4;
  };
  return items
    .map((item) => ({ ...item, rank: rank(item) }))
    .filter((item) => item.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_PROPOSALS);
}

/**
 * The containers around a position as {node, step}, and the member at it: {part: "key"|"value", node, entry, value};
 * null inside a value that is not a container, and after the end.
 */
export function findCursor(tree, position) {
  const trail = [];
  let node = tree;
  const inside = (part) =>
    part && part.start < position && (part.closed === false ? position <= part.end : position < part.end);
  if (!inside(tree) || !(tree.entries || tree.items)) return { trail, target: null };
  for (;;) {
    if (node.kind === "array") {
      let index = node.items.findIndex((item) => inside(item) || (item.kind === "scalar" && atScalar(item, position)));
      const item = node.items[index];
      if (!item) index = node.items.filter((other) => other.end <= position).length;
      trail.push({ node, step: index });
      if (item && (item.entries || item.items)) {
        node = item;
        continue;
      }
      return { trail, target: { part: "value", node, value: item ?? null } };
    }
    const around = node.entries.find(({ value }) => inside(value) && (value.entries || value.items));
    if (around) {
      trail.push({ node, step: around.key });
      node = around.value;
      continue;
    }
    const keyed = node.entries.find(({ keyStart, keyEnd }) => keyStart < position && position <= keyEnd);
    if (keyed) return { trail, target: { part: "key", node, entry: keyed } };
    const valued = node.entries.find(({ colon, value }) => {
      if (colon == null || position <= colon) return false;
      return value ? position < value.start || atScalar(value, position) : true;
    });
    if (valued && (!valued.value || valued.value.kind === "scalar") && isOpen(node, valued, position)) {
      trail.push({ node, step: valued.key });
      const value = valued.value && atScalar(valued.value, position) ? valued.value : null;
      return { trail, target: { part: "value", node, entry: valued, value } };
    }
    return { trail, target: { part: "key", node, entry: null } };
  }
}

const atScalar = (value, position) => value.kind === "scalar" && value.start <= position && position <= value.end;

/** Whether there is no later key between the entry's colon and the position. */
function isOpen(node, entry, position) {
  return !node.entries.some((other) => other.keyStart > entry.colon && other.keyStart < position);
}

const entryOf = (node, key) => node?.entries?.find((entry) => entry.key === key)?.value;

function tableNames(tree) {
  return (entryOf(tree, "data")?.entries ?? []).map((entry) => entry.key);
}

/** Columns of the table of the series around the cursor; of all tables if the series names none. */
function columnNames(tree, trail) {
  const series = [...trail].reverse().map(({ node }) => entryOf(node, "data")).find((value) => value?.kind === "scalar");
  const tables = entryOf(tree, "data")?.entries ?? [];
  const used = tables.filter((entry) => !series || entry.key === series.value);
  return used.flatMap((entry) => {
    const values = entryOf(entry.value, "values");
    if (values?.kind === "array") return (values.items[0]?.entries ?? []).map((column) => column.key);
    return (values?.entries ?? []).map((column) => column.key);
  });
}
