// The server: plain questions, and advice that arrives piece by piece.

const TOO_MANY = 429;

/** What the server, or its absence, said: `message` for the reader, `line` and `column` where a text is wrong. */
export class Refusal extends Error {
  constructor(message, about = {}) {
    super(message);
    Object.assign(this, { status: 0, line: null, column: null, where: "", wait: null, ...about });
  }
}

/** Ask one route and wait for its answer. */
export async function ask(route, body, { signal, method = "POST" } = {}) {
  let response;
  try {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    response = await fetch(`v1/${route}`, { method, signal, ...sent });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The server does not answer.");
  }
  const answer = await response.json().catch((error) => {
    if (error.name === "AbortError" || response.ok) throw error;
    return {};
  });
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

function refusal(response, answer) {
  const error = answer.error ?? answer.detail ?? {};
  const first = Array.isArray(error) ? error[0] : error;
  const message = typeof first === "string" ? first : first.message ?? first.msg ?? `The server says ${response.status}.`;
  const [, line, column] = /(?:line |:)(\d+)(?:[,:] ?(?:column )?(\d+))?/.exec(first.where ?? "") ?? [];
  const [, only] = /column (\d+)/.exec(first.where ?? "") ?? [];
  return new Refusal(message, {
    status: response.status,
    where: first.where ?? "",
    line: first.line ?? (line ? Number(line) : null),
    column: first.column ?? (only ?? column ? Number(only ?? column) : null),
    wait: response.status === TOO_MANY ? Number(response.headers.get("retry-after") ?? 3) : null,
  });
}

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
