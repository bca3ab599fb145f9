// Questions and their answers. A question is asked once it has been wanted for a moment; an answer is stored under its
// question, so one that comes late is not drawn in the wrong place.

import { load } from "../lazy.js";
import { GONE, Refusal, TOO_MANY, ask, isAbort } from "./api.js";

/** Answers, pictures and acts that wait: of each so many; the oldest give way. Some 20 kB each, so 4 MB. */
export const MOST_STORED = 200;
/** Milliseconds: until a wanted question is asked; between two drawings of a simulation. */
const PAUSE = 60;
const FRAME = 250;

/** Questions that are quick. Of the others the server takes two at a time; more would wait behind everybody else's. */
const QUICK = /^(explain|bid|chance|contract|eval|tricks) /;
const MOST_SLOW = 2;

/** @typedef {{ kind: keyof Replies, body: Question }} Wanted */
/** @typedef {Answer<any>} Entry */

/** Put a value in as the newest; the oldest give way. @template T @param {Map<string, T>} map @param {string} key @param {T} value */
export function remember(map, key, value) {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST_STORED) break;
    map.delete(oldest);
  }
}

/** The key of a question: what it asks, in a fixed order. @param {string} kind @param {Question} body */
const keyOf = (kind, body) => `${kind} ${JSON.stringify(Object.entries(body).sort())}`;

/** The module that follows jobs, fetched with the first of them. */
const jobs = () =>
  load("server/jobs").catch(() => {
    throw new Refusal(GONE, { wait: 3 });
  });

export class Answers {
  /** @type {Map<string, Entry>} */
  #stored = new Map();
  /** @type {Map<string, { data: any, about: any }>} */
  #pictures = new Map();
  /** @type {Map<string, Wanted>} */
  #wanted = new Map();
  /** @type {Map<string, AbortController>} */
  #running = new Map();
  /** @type {Map<string, (data: any) => void>} */
  #waiting = new Map();
  /** Slow questions that are asked past this class. */
  elsewhere = 0;
  #drawn = 0;
  #timer = 0;

  /** @param {() => void} changed Called when there is something new to draw. */
  constructor(changed) {
    this.changed = changed;
  }

  /** Begin a drawing: what is not asked for again is no longer wanted. */
  begin() {
    this.#wanted = new Map();
  }

  /**
   * The answer to a question as far as it is there; a body of null asks nothing. While it loads, `data` and `about` are
   * what its slot last showed.
   * @template {keyof Replies} Kind @template A @param {Kind} kind @param {Question | null} body
   * @param {string} [slot] @param {A} [about] What the picture is of. @returns {Answer<Replies[Kind], A>}
   */
  get(kind, body, slot = kind, about) {
    if (body === null) return { status: "empty", data: null };
    const key = keyOf(kind, body);
    this.#wanted.set(key, { kind, body });
    const entry = this.#stored.get(key);
    if (entry) this.#store(key, entry);
    const retry = () => this.#retry(key);
    if (entry?.data) return { ...entry, ...this.picture(slot, entry.data, about), retry };
    if (entry?.status === "error") return { ...entry, retry };
    return { status: "loading", note: "", ...entry, retry, ...this.picture(slot, null, about), isOld: true };
  }

  /**
   * What a slot shows: this where it is there, else what it showed last.
   * @template T @template A @param {string} slot @param {T | null} data @param {A} [about]
   * @returns {{ data: T | null, about?: A }}
   */
  picture(slot, data, about) {
    if (data === null) return this.#pictures.get(slot) ?? { data, about };
    const picture = { data, about };
    remember(this.#pictures, slot, picture);
    return picture;
  }

  /** Put an answer in that came another way. @param {string} kind @param {Question} body @param {unknown} data */
  put(kind, body, data) {
    this.#store(keyOf(kind, body), { status: "ready", data });
  }

  /**
   * Act on a whole answer: at once where it is there, else when it has come.
   * @template {keyof Replies} Kind @param {Kind} kind @param {Question} body @param {(data: Replies[Kind]) => void} act
   */
  once(kind, body, act) {
    const key = keyOf(kind, body);
    const entry = this.#stored.get(key);
    if (entry?.status === "ready") act(entry.data);
    else remember(this.#waiting, key, act);
  }

  /** End a drawing: give up what nobody looks at any more, and ask what is new. */
  end() {
    for (const [key, controller] of this.#running) if (!this.#wanted.has(key)) controller.abort();
    clearTimeout(this.#timer);
    if (this.#unasked().length) this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Stop a job, with what has come as its answer. @param {keyof Replies} kind @param {Question} body */
  stop(kind, body) {
    const key = keyOf(kind, body);
    const entry = this.#stored.get(key);
    if (entry?.data) this.#store(key, { ...entry, status: "ready", isStopped: true });
    this.#running.get(key)?.abort();
    this.changed();
  }

  /** Forget that a question failed, so that it is asked again. @param {string} key */
  #retry(key) {
    this.#stored.delete(key);
    this.changed();
  }

  /** Store an answer as the newest. @param {string} key @param {Entry} entry */
  #store(key, entry) {
    remember(this.#stored, key, entry);
    const act = entry.status === "ready" && this.#waiting.get(key);
    if (!act) return;
    this.#waiting.delete(key);
    act(entry.data);
  }

  #unasked() {
    return [...this.#wanted].filter(([key]) => !this.#stored.has(key) && !this.#running.has(key));
  }

  /** How many slow questions are under way. */
  get slow() {
    return this.elsewhere + [...this.#running.keys()].filter((key) => !QUICK.test(key)).length;
  }

  #ask() {
    for (const [key, wanted] of this.#unasked()) if (QUICK.test(key) || this.slow < MOST_SLOW) this.#run(key, wanted);
  }

  /** @param {string} key @param {Wanted} wanted */
  async #run(key, { kind, body }) {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(key, controller);
    try {
      if (kind === "advise" || kind === "lead")
        await (await jobs()).follow(kind, body, (...stage) => this.#heard(key, ...stage), signal);
      else this.#store(key, { status: "ready", data: await ask(kind, body, signal) });
    } catch (error) {
      this.#failed(key, error);
    } finally {
      this.#running.delete(key);
      this.changed();
    }
  }

  /** A stage of advice: it adds to those before. @param {string} key @param {string} stage @param {any} answer */
  #heard(key, stage, answer) {
    const before = this.#stored.get(key);
    if (before?.isStopped) return;
    const posterior = answer.players ? answer : (answer.posterior ?? before?.data?.posterior ?? null);
    const data = { ...before?.data, ...(answer.players ? {} : answer), posterior };
    this.#store(key, { status: stage === "done" ? "ready" : "partial", data });
    const now = performance.now();
    if (stage !== "imps" || now - this.#drawn > FRAME) {
      this.#drawn = now;
      this.changed();
    }
  }

  /** @param {string} key @param {unknown} error */
  #failed(key, error) {
    const before = this.#stored.get(key);
    if (isAbort(error)) {
      if (before?.status === "partial") this.#stored.delete(key);
    } else if (error instanceof Refusal && error.wait !== null) {
      this.#wait(key, error, error.wait, before?.data ?? null);
    } else {
      if (!(error instanceof Refusal)) console.warn(error);
      const message = error instanceof Refusal ? error.message : "Something went wrong in the page.";
      this.#store(key, { status: "error", data: before?.data ?? null, error: message });
    }
  }

  /**
   * Say why there is no answer now, and ask again later.
   * @param {string} key @param {Refusal} error @param {number} wait @param {any} data What has come of it.
   */
  #wait(key, error, wait, data) {
    const again = `trying again in ${wait} s`;
    /** @type {Entry} */
    const entry =
      error.status === TOO_MANY
        ? { status: "loading", note: `Busy, ${again}`, data: null }
        : { status: "error", error: `${error.message.replace(/\.$/, "")}, ${again}.`, data, isTriedAgain: true };
    this.#store(key, entry);
    setTimeout(() => this.#stored.get(key) === entry && this.#retry(key), wait * 1000);
  }
}
