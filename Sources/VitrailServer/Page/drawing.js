// Requests to the server, and its answers.

/** Milliseconds between the last key and the request. */
const PAUSE = 180;
const TRIES_WHEN_BUSY = 3;

/** An answer other than a picture. `path` and `suggestion` may be missing. */
export class Problem extends Error {
  constructor({ message, path, suggestion, status, code, draws }) {
    super(message);
    Object.assign(this, { path, suggestion, status, code, draws });
  }
}

let token = sessionStorage.getItem("token") ?? "";
export const hasToken = () => token !== "";
export function setToken(text) {
  token = text;
  sessionStorage.setItem("token", text);
}

/** fetch with the user's token. */
export function request(path, options = {}) {
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  return fetch(path, { ...options, headers });
}

/** The problem in a response that is not a picture. */
async function problem(response) {
  const { status } = response;
  const kind = response.headers.get("Content-Type") ?? "";
  if (kind.includes("json")) {
    const body = await response.json().catch(() => ({}));
    const message = body.message ?? body.detail ?? body.title ?? `status ${status}`;
    return new Problem({ ...body, message, status });
  }
  const quick = response.headers.get("x-quickchart-error");
  if (quick) {
    const [, path, message] = quick.match(/^((?:[\w$]+|\[\d+\])(?:\.[\w$]+|\[[^\]]*\])*): (.*)$/s) ?? [];
    return new Problem({ message: message ?? quick, path, status });
  }
  const text = (await response.text().catch(() => "")).trim();
  return new Problem({ message: text.slice(0, 500) || `the server answered ${status}`, status });
}

function warnings(response) {
  const header = response.headers.get("X-Vitrail-Warnings");
  if (!header) return [];
  try {
    const list = JSON.parse(header);
    return Array.isArray(list) ? list.map(String) : [header];
  } catch {
    return [header];
  }
}

/** The stages of a Server-Timing header: [{name, milliseconds}]. */
export function timing(header) {
  return [...(header ?? "").matchAll(/([\w-]+)[^,]*?;\s*dur=([\d.]+)/g)].map(([, name, duration]) => ({
    name, milliseconds: Number(duration),
  }));
}

/** Requests pictures one at a time. A newer request replaces the previous one. */
export class Drawing {
  /** `report({picture | problem})`; `busy(true)` while a request is running. */
  constructor({ report, busy }) {
    this.report = report;
    this.busy = busy;
  }

  /** Draws after a pause without further calls. `make` returns {path, options} of the request. */
  later(make, pause = PAUSE) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(make), pause);
  }

  cancel() {
    clearTimeout(this.timer);
    this.abort?.abort();
    this.busy(false);
  }

  async now(make) {
    this.cancel();
    const abort = (this.abort = new AbortController());
    this.busy(true);
    try {
      const answer = await this.#ask(make(), abort.signal);
      if (!abort.signal.aborted) this.report(answer);
    } catch (error) {
      if (abort.signal.aborted) return;
      const message = error instanceof Problem ? error.message : "The server does not answer.";
      this.report({ problem: error instanceof Problem ? error : new Problem({ message }) });
    } finally {
      if (this.abort === abort) this.busy(false);
    }
  }

  async #ask({ path, options }, signal) {
    const began = performance.now();
    for (let tries = 1; ; tries++) {
      const response = await request(path, { ...options, signal });
      const busy = response.status === 429 || response.status === 503;
      if (busy && tries < TRIES_WHEN_BUSY) {
        const pause = Math.min(Number(response.headers.get("Retry-After")) || 1, 10);
        await new Promise((resolve) => setTimeout(resolve, pause * 1000));
        if (signal.aborted) throw new Problem({ message: "" });
        continue;
      }
      const failed = !response.ok || response.headers.has("x-quickchart-error");
      if (failed) return { problem: await problem(response) };
      const blob = await response.blob();
      return {
        picture: {
          blob, warnings: warnings(response), stages: timing(response.headers.get("Server-Timing")),
          cache: response.headers.get("X-Cache"), milliseconds: performance.now() - began,
        },
      };
    }
  }
}
