// Questions and their answers. A question is asked once it has been wanted for a moment; an answer is kept under its
// question, so one that comes late is stored and not drawn.

import { GONE, Refusal, ask } from "./api.js";
import { later } from "../lazy.js";

const MOST = 200;
const PAUSE = 60;
const FRAME = 250;
const STREAMED = new Set(["advise"]);

/** The key of a question: what it asks, in a fixed order. */
const keyOf = (kind, body) => `${kind} ${JSON.stringify(Object.entries(body).sort())}`;

/** A question for one answer; one whose kind begins with GET has no body. */
function plain(kind, body, signal) {
  return kind.startsWith("GET ") ? ask(kind.slice(4), undefined, { method: "GET", signal }) : ask(kind, body, { signal });
}

/** The part that follows jobs, fetched with the first of them. */
const jobs = () => later("./jobs.js").catch(() => { throw new Refusal(GONE); });

export class Answers {
  #kept = new Map();
  #last = new Map();
  #wanted = new Map();
  #running = new Map();
  #drawn = 0;
  #waiting = null;

  /** `changed` is called when there is something new to draw. */
  constructor(changed) {
    this.changed = changed;
  }

  /** Begin a drawing: what is not asked for again is no longer wanted. */
  begin() {
    this.#wanted = new Map();
  }

  /**
   * The answer to a question as far as it is there: {status: empty | loading | partial | ready | error, data, …}.
   * While it loads, `data` is what its slot last showed. A body of null asks nothing.
   */
  get(kind, body, slot = kind) {
    if (body === null) return { status: "empty", data: null };
    const key = keyOf(kind, body);
    this.#wanted.set(key, { kind, body });
    const entry = this.#kept.get(key);
    if (entry) this.#touch(key, entry);
    if (entry?.data) this.#last.set(slot, entry.data);
    const retry = () => this.#retry(key);
    if (entry?.status === "error" || entry?.data) return { ...entry, retry };
    return { status: "loading", note: "", ...entry, retry, data: this.#last.get(slot) ?? null, isOld: true };
  }

  /** Put an answer in that came another way. */
  put(kind, body, data) {
    this.#touch(keyOf(kind, body), { status: "ready", data });
  }

  /** End a drawing: give up what nobody looks at any more, and ask what is new. */
  end() {
    for (const [key, { controller }] of this.#running) if (!this.#wanted.has(key)) controller.abort();
    clearTimeout(this.#waiting);
    const isNew = [...this.#wanted.keys()].some((key) => !this.#kept.has(key) && !this.#running.has(key));
    if (isNew) this.#waiting = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Forget that a question failed, so that it is asked again. */
  #retry(key) {
    this.#kept.delete(key);
    this.changed();
  }

  /** Stop a job and keep what has come. */
  stop(kind, body) {
    const key = keyOf(kind, body);
    const entry = this.#kept.get(key);
    if (entry?.data) this.#touch(key, { ...entry, status: "ready", isStopped: true });
    this.#running.get(key)?.controller.abort();
    this.changed();
  }

  #touch(key, entry) {
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
  }

  #ask() {
    for (const [key, { kind, body }] of this.#wanted) {
      if (!this.#kept.has(key) && !this.#running.has(key)) this.#run(key, kind, body);
    }
  }

  async #run(key, kind, body) {
    const controller = new AbortController();
    this.#running.set(key, { controller });
    try {
      if (STREAMED.has(kind)) await (await jobs()).follow(kind, body, (stage, data) => this.#heard(key, stage, data), controller.signal);
      else this.#touch(key, { status: "ready", data: await plain(kind, body, controller.signal) });
    } catch (error) {
      this.#failed(key, error);
    } finally {
      this.#running.delete(key);
      this.changed();
    }
  }

  #heard(key, stage, said) {
    const before = this.#kept.get(key);
    if (before?.isStopped) return;
    const posterior = said.players ? said : said.posterior ?? before?.data?.posterior ?? null;
    const data = { ...before?.data, ...(said.players ? {} : said), posterior };
    this.#touch(key, { status: stage === "done" ? "ready" : "partial", data });
    const now = performance.now();
    if (stage !== "imps" || now - this.#drawn > FRAME) {
      this.#drawn = now;
      this.changed();
    }
  }

  #failed(key, error) {
    const before = this.#kept.get(key);
    if (error.name === "AbortError") {
      if (before?.status === "partial") this.#kept.delete(key);
    } else if (error instanceof Refusal && error.wait !== null) {
      this.#touch(key, { status: "loading", note: `Busy, trying again in ${error.wait} s`, data: null });
      setTimeout(() => {
        this.#kept.delete(key);
        this.changed();
      }, error.wait * 1000);
    } else {
      const said = error instanceof Refusal ? error.message : "Something went wrong in the page.";
      if (!(error instanceof Refusal)) console.warn(error);
      this.#touch(key, { status: "error", data: before?.data ?? null, error: said, at: error });
    }
  }
}
