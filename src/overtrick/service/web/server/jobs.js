// Jobs: work whose answer comes piece by piece.

import { Refusal, send, waitOf } from "./api.js";

/** @typedef {(stage: string, data: any) => void} Listener */

const UNKNOWN = 404;
const STAGES = ["policy", "posterior", "imps", "done"];

/**
 * Start a job and hear it out: `heard(stage, data)` for policy, posterior, imps and done. Server-sent events, or
 * polling where they do not come through. The signal cancels the job on the server, too.
 * @param {string} route @param {Question} body @param {Listener} heard @param {AbortSignal} signal
 */
export async function follow(route, body, heard, signal) {
  const { job } = await send("POST", route, body, signal);
  signal.addEventListener("abort", () => send("DELETE", `jobs/${job}`).catch(() => {}));
  try {
    await stream(job, heard, signal);
  } catch (error) {
    if (!(error instanceof NoStream)) throw error;
    await poll(job, heard, signal);
  }
}

class NoStream extends Error {}

/** @param {string} job @param {Listener} heard @param {AbortSignal} signal @returns {Promise<void>} */
function stream(job, heard, signal) {
  if (!globalThis.EventSource) throw new NoStream();
  const source = new EventSource(`v1/jobs/${job}/events`);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    for (const stage of STAGES) {
      source.addEventListener(stage, (event) => {
        heard(stage, JSON.parse(event.data));
        if (stage === "done") resolve();
      });
    }
    source.addEventListener("cancelled", () => reject(new DOMException("cancelled", "AbortError")));
    source.addEventListener("failed", (event) => reject(jobError(JSON.parse(event.data))));
    source.addEventListener("error", (event) => {
      reject(event instanceof MessageEvent && event.data ? jobError(JSON.parse(event.data)) : new NoStream());
    });
    signal.addEventListener("abort", () => reject(new DOMException("left", "AbortError")));
  });
  return ended.finally(() => source.close());
}

/** @param {string} job @param {Listener} heard @param {AbortSignal} signal */
async function poll(job, heard, signal) {
  let known = 0;
  for (let wait = 250; ; wait = Math.min(wait * 1.5, 2000)) {
    const { state, events, ...rest } = await send("GET", `jobs/${job}`, undefined, signal).catch(lost);
    for (const { event, data } of events.slice(known)) if (STAGES.includes(event)) heard(event, data);
    known = events.length;
    if (state === "done") return;
    if (["failed", "cancelled"].includes(state)) throw jobError(events.at(-1)?.data.error ? events.at(-1).data : rest);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** A server that was restarted no longer knows the job: the question is asked again. @param {unknown} error */
function lost(error) {
  const isLost = error instanceof Refusal && error.status === UNKNOWN;
  throw isLost ? new Refusal("The server has lost this question.", { wait: 1 }) : error;
}

/** @param {any} answer */
function jobError(answer) {
  const error = answer.error ?? answer;
  const message = typeof error === "string" ? error : (error.message ?? "The work was given up.");
  return new Refusal(message, { wait: waitOf(answer.status) });
}
