// Jobs: work whose answer comes piece by piece.

import { Refusal, ask } from "./api.js";

/**
 * Start a job and hear it out: `heard(stage, data)` for policy, posterior, imps and done. Server-sent events, or
 * polling where they do not come through. The signal cancels the job on the server, too.
 */
export async function follow(route, body, heard, signal) {
  const started = await ask(route, body, { signal });
  const id = started.job;
  signal.addEventListener("abort", () => ask(`jobs/${id}`, undefined, { method: "DELETE" }).catch(() => {}));
  try {
    await streamed(id, heard, signal);
  } catch (error) {
    if (!(error instanceof Unheard)) throw error;
    await polled(id, heard, signal);
  }
}

class Unheard extends Error {}

const STAGES = ["policy", "posterior", "imps", "done"];

function streamed(id, heard, signal) {
  if (!globalThis.EventSource) throw new Unheard();
  return new Promise((resolve, reject) => {
    const source = new EventSource(`v1/jobs/${id}/events`);
    const end = (finish, value) => {
      source.close();
      finish(value);
    };
    for (const stage of STAGES) {
      source.addEventListener(stage, (event) => {
        heard(stage, JSON.parse(event.data));
        if (stage === "done") end(resolve);
      });
    }
    source.addEventListener("cancelled", () => end(reject, new DOMException("cancelled", "AbortError")));
    source.addEventListener("failed", (event) => end(reject, jobError(JSON.parse(event.data))));
    source.addEventListener("error", (event) => {
      end(reject, event.data ? jobError(JSON.parse(event.data)) : new Unheard());
    });
    signal.addEventListener("abort", () => end(reject, new DOMException("left", "AbortError")));
  });
}

async function polled(id, heard, signal) {
  let known = 0;
  for (let wait = 250; ; wait = Math.min(wait * 1.5, 2000)) {
    const job = await ask(`jobs/${id}`, undefined, { method: "GET", signal });
    for (const { event, data } of job.events.slice(known)) if (STAGES.includes(event)) heard(event, data);
    known = job.events.length;
    if (job.state === "done") return;
    if (["failed", "cancelled"].includes(job.state)) throw jobError(job);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function jobError(said) {
  const error = said.error ?? said;
  return new Refusal(typeof error === "string" ? error : error.message ?? "The work was given up.");
}
