// A text area with coloured text behind it, line numbers, marks and completion.

const TOKENS =
  /("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)(\s*:)?|(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(-?\b\d[\w.]*)|\b(true|false|null|undefined|function|return|new)\b|([A-Za-z_$][\w$]*)(?=\s*:)|([{}[\],:()])/g;

/** Longer texts are not coloured, so that typing stays fast. */
const MAX_COLORED = 200_000;
const CLOSING = { "{": "}", "[": "]", '"': '"' };

export class Editor {
  /**
   * `elements`: text, colored, gutter, popup, status. `complete(text, position)` returns the result of Schema.complete.
   */
  constructor(elements, { complete, onChange, onCursor, onRun }) {
    Object.assign(this, elements);
    this.complete = complete;
    this.onChange = onChange;
    this.onCursor = onCursor;
    this.proposals = null;
    this.marks = [];
    this.leaves = false;
    const { text } = this;
    text.addEventListener("input", (event) => this.#changed(event));
    text.addEventListener("scroll", () => this.#scroll());
    text.addEventListener("keydown", (event) => this.#key(event, onRun));
    text.addEventListener("blur", () => this.close());
    text.addEventListener("pointerdown", () => this.close());
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === text) this.onCursor(text.selectionStart);
    });
    this.popup.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const row = event.target.closest("[role=option]");
      if (row) this.#accept(Number(row.dataset.index));
    });
    new ResizeObserver(() => this.#scroll()).observe(text);
  }

  get value() {
    return this.text.value;
  }

  /** Replaces the whole text. The browser's undo restores the previous text. */
  set value(text) {
    this.close();
    this.text.focus({ preventScroll: true });
    this.text.select();
    this.#insert(text);
    this.text.setSelectionRange(0, 0);
    this.text.scrollTop = 0;
    this.text.scrollLeft = 0;
    this.#draw();
  }

  /** Sets the text without an undo step and without focus. */
  load(text) {
    this.text.value = text;
    this.text.setSelectionRange(0, 0);
    this.#draw();
  }

  /** Underlines ranges: [{start, end}]. */
  mark(marks) {
    this.marks = marks;
    this.#draw();
  }

  /** Selects a range and scrolls to it. */
  reveal(start, end) {
    this.text.focus();
    this.text.setSelectionRange(start, end);
    const { line, column } = this.#lineAndColumn(start);
    const { lineHeight, charWidth } = this.#metrics();
    const { text } = this;
    const top = (line - 1) * lineHeight;
    if (top < text.scrollTop || top > text.scrollTop + text.clientHeight - 2 * lineHeight) {
      text.scrollTop = top - text.clientHeight / 2;
    }
    const left = column * charWidth;
    if (left < text.scrollLeft || left > text.scrollLeft + text.clientWidth - 8 * charWidth) text.scrollLeft = left - 40;
  }

  replace(start, end, insert) {
    this.text.focus();
    this.text.setSelectionRange(start, end);
    this.#insert(insert);
  }

  line(position) {
    return this.#lineAndColumn(position).line;
  }

  #insert(text) {
    // The only way that supports undo. Browsers without it use setRangeText.
    if (text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text)) return;
    const { selectionStart, selectionEnd } = this.text;
    this.text.setRangeText(text, selectionStart, selectionEnd, "end");
    this.#changed(null);
  }

  #changed(event) {
    this.marks = [];
    this.#draw();
    this.onChange(this.value);
    if (!event || this.quiet) return;
    if (event.inputType === "insertText" && /^[\w"$.-]$/.test(event.data ?? "")) this.open({ typed: true });
    else if (event.inputType?.startsWith("delete") && this.proposals) this.open({ typed: true });
    else this.close();
  }

  #draw() {
    const { value } = this;
    this.colored.innerHTML = this.#html(value) + "\n";
    const lines = value.split("\n").length;
    if (lines !== this.lines) {
      this.lines = lines;
      this.gutter.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
      this.gutter.style.setProperty("--digits", Math.max(2, String(lines).length));
    }
    this.#scroll();
  }

  #html(value) {
    const mark = this.marks[0];
    if (!mark) return color(value);
    const end = Math.max(mark.end, mark.start + 1);
    return (
      color(value.slice(0, mark.start)) +
      `<mark>${color(value.slice(mark.start, end)) || " "}</mark>` +
      color(value.slice(end))
    );
  }

  #scroll() {
    const { text } = this;
    this.colored.style.transform = `translate(${-text.scrollLeft}px, ${-text.scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-text.scrollTop}px)`;
    if (this.proposals) this.#position();
  }

  #metrics() {
    const style = getComputedStyle(this.text);
    const probe = (this.probe ??= document.createElement("canvas").getContext("2d"));
    probe.font = `${style.fontSize} ${style.fontFamily}`;
    return {
      lineHeight: parseFloat(style.lineHeight), charWidth: probe.measureText("0").width,
      top: parseFloat(style.paddingTop), left: parseFloat(style.paddingLeft),
    };
  }

  #lineAndColumn(position) {
    const before = this.value.slice(0, position);
    const start = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: position - start };
  }

  // Keys

  #key(event, onRun) {
    const { key } = event;
    if (event.isComposing) return;
    const leaves = this.leaves;
    this.leaves = false;
    if (this.proposals) {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
      if (step) {
        event.preventDefault();
        this.#select(this.selected + step, Math.abs(step) === 1);
        return;
      }
      if ((key === "Enter" || key === "Tab") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        this.#accept(this.selected);
        return;
      }
      if (key === "Escape") {
        event.preventDefault();
        this.close();
        return;
      }
    }
    if (key === "Escape") this.leaves = true;
    else if (key === " " && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.open({ typed: false });
    } else if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onRun();
    } else if (key === "Enter" && !event.shiftKey) this.#newLine(event);
    else if (key === "Tab" && !leaves && !event.ctrlKey && !event.altKey && !event.metaKey) this.#indent(event);
    else if (key === "Backspace") this.#deletePair(event);
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) this.#pair(event);
  }

  #newLine(event) {
    const { selectionStart: start, selectionEnd: end } = this.text;
    const line = this.value.slice(this.value.lastIndexOf("\n", start - 1) + 1, start);
    const indent = line.match(/^\s*/)[0];
    const opens = /[{[]\s*$/.test(line);
    const closes = /^[ \t]*[}\]]/.test(this.value.slice(end));
    event.preventDefault();
    this.#quietly(() => this.#insert("\n" + indent + (opens ? "  " : "") + (opens && closes ? "\n" + indent : "")));
    if (opens && closes) {
      const position = this.text.selectionStart - indent.length - 1;
      this.text.setSelectionRange(position, position);
    }
  }

  #indent(event) {
    event.preventDefault();
    const { text } = this;
    const { selectionStart: start, selectionEnd: end } = text;
    const from = this.value.lastIndexOf("\n", start - 1) + 1;
    if (start === end && !event.shiftKey) {
      this.#quietly(() => this.#insert(" ".repeat(2 - ((start - from) % 2))));
      return;
    }
    const block = this.value.slice(from, end);
    const changed = event.shiftKey ? block.replace(/^ {1,2}/gm, "") : block.replace(/^(?=.)/gm, "  ");
    if (changed === block) return;
    text.setSelectionRange(from, end);
    this.#quietly(() => this.#insert(changed));
    if (start === end) {
      const position = Math.max(from, start + changed.length - block.length);
      text.setSelectionRange(position, position);
    } else text.setSelectionRange(from, from + changed.length);
  }

  #pair(event) {
    const { text } = this;
    const { selectionStart: start, selectionEnd: end } = text;
    const next = this.value[end] ?? "";
    const isQuote = event.key === '"';
    if (start === end && next === event.key && (isQuote ? this.#isQuoted(start) : "}]".includes(event.key))) {
      event.preventDefault();
      text.setSelectionRange(start + 1, start + 1);
      this.close();
      return;
    }
    const close = CLOSING[event.key];
    if (!close) return;
    if (start !== end) {
      event.preventDefault();
      this.#insert(event.key + this.value.slice(start, end) + close);
      return;
    }
    const before = this.value[start - 1] ?? "";
    if (!/^[\s,}\]:"]?$/.test(next) || (isQuote && (!/^[\s{[,:(]?$/.test(before) || this.#isQuoted(start)))) return;
    event.preventDefault();
    this.#quietly(() => this.#insert(event.key + close));
    text.setSelectionRange(start + 1, start + 1);
    if (isQuote) this.open({ typed: true });
  }

  /** Whether the position is inside a double-quoted string. Strings end with their line. */
  #isQuoted(position) {
    const line = this.value.slice(this.value.lastIndexOf("\n", position - 1) + 1, position);
    return (line.replace(/\\./g, "").match(/"/g) ?? []).length % 2 === 1;
  }

  #deletePair(event) {
    const { selectionStart: start, selectionEnd: end } = this.text;
    if (start !== end || event.ctrlKey || event.altKey || event.metaKey) return;
    const close = CLOSING[this.value[start - 1]];
    if (!close || this.value[start] !== close) return;
    event.preventDefault();
    this.replace(start - 1, start + 1, "");
  }

  #quietly(action) {
    this.quiet = true;
    action();
    this.quiet = false;
  }

  // Completion

  open({ typed }) {
    const { text } = this;
    if (text.selectionStart !== text.selectionEnd) return;
    const found = this.complete?.(this.value, text.selectionStart);
    const only = found?.items.length === 1 && this.value.slice(found.from, found.to) === found.items[0].insert;
    if (!found || found.items.length === 0 || (typed && only)) {
      this.close();
      return;
    }
    this.proposals = found;
    this.popup.innerHTML = "";
    this.popup.append(...found.items.map((item, index) => row(item, index)));
    this.popup.hidden = false;
    this.#position();
    this.#select(0);
    text.setAttribute("aria-expanded", "true");
    this.status.textContent = `${found.items.length} ${found.items.length === 1 ? "proposal" : "proposals"}`;
  }

  close() {
    if (!this.proposals) return;
    this.proposals = null;
    this.popup.hidden = true;
    this.text.setAttribute("aria-expanded", "false");
    this.text.removeAttribute("aria-activedescendant");
    this.status.textContent = "";
  }

  #position() {
    const { lineHeight, charWidth, top, left } = this.#metrics();
    const { line, column } = this.#lineAndColumn(this.proposals.from);
    const { popup, text } = this;
    const x = left + column * charWidth - text.scrollLeft + text.parentElement.offsetLeft;
    const below = top + line * lineHeight - text.scrollTop;
    const height = popup.offsetHeight;
    const above = below - lineHeight - height - 4;
    const y = below + height + 8 > text.clientHeight && above > -8 ? above : below + 2;
    popup.style.left = `${Math.max(4, Math.min(x, text.parentElement.offsetLeft + text.clientWidth - popup.offsetWidth - 8))}px`;
    popup.style.top = `${y}px`;
  }

  #select(index, wraps = false) {
    const { length } = this.proposals.items;
    this.selected = wraps ? (index + length) % length : Math.max(0, Math.min(length - 1, index));
    for (const element of this.popup.children) {
      element.setAttribute("aria-selected", String(Number(element.dataset.index) === this.selected));
    }
    const element = this.popup.children[this.selected];
    element.scrollIntoView({ block: "nearest" });
    this.text.setAttribute("aria-activedescendant", element.id);
  }

  #accept(index) {
    const { from, to, items } = this.proposals;
    const item = items[index];
    this.close();
    this.#quietly(() => this.replace(from, to, item.insert));
    if (item.caret !== null) this.text.setSelectionRange(from + item.caret, from + item.caret);
    if (item.again) this.open({ typed: true });
  }
}

function row(item, index) {
  const element = document.createElement("div");
  element.setAttribute("role", "option");
  element.id = `proposal-${index}`;
  element.dataset.index = index;
  const name = document.createElement("span");
  name.className = "name";
  if (item.color) {
    const swatch = document.createElement("i");
    swatch.style.background = item.color;
    name.append(swatch);
  }
  name.append(item.label);
  const detail = document.createElement("span");
  detail.className = "detail";
  detail.textContent = item.required ? `${item.detail} · required` : item.detail ?? "";
  const about = document.createElement("span");
  about.className = "about";
  about.textContent = item.text ?? "";
  element.append(name, detail, about);
  return element;
}

const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

function color(text) {
  if (text.length > MAX_COLORED) return escaped(text);
  let html = "";
  let last = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [all, quoted, colon, comment, number, word, key, mark] = match;
    const kind = quoted ? (colon ? "k" : "s") : comment ? "c" : number ? "n" : word ? "w" : key ? "k" : mark ? "p" : "";
    html += escaped(text.slice(last, match.index));
    const body = colon ? all.slice(0, all.length - colon.length) : all;
    html += `<span class="${kind}">${escaped(body)}</span>${escaped(colon ?? "")}`;
    last = match.index + all.length;
  }
  return html + escaped(text.slice(last));
}
