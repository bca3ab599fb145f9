// The server: one question, one answer; jobs.js has those that are answered piece by piece.

const NO_TOKEN = 401;
export const TOO_MANY = 429;
const NOT_NOW = 503;
/** Seconds after which the page asks again, where the server says nothing else. */
const PAUSE = 3;
const NEEDS_TOKEN = "This server needs its token: open its address with ?token=… again.";
export const GONE = "The server does not answer.";

/** What the server, or its absence, said: `message` for the reader, `line` and `column` where a text is wrong. */
export class Refusal extends Error {
  /** @type {number | null} */ line = null;
  /** @type {number | null} */ column = null;
  /** @type {number | null} Seconds to wait before asking again. */ wait = null;
  /** @type {number | null} */ status = null;

  /** @param {string} message @param {Partial<Pick<Refusal, "line" | "column" | "wait" | "status">>} [about] */
  constructor(message, about) {
    super(message);
    Object.assign(this, about);
  }
}

/** The server cannot be reached; it may soon be there again. */
const gone = () => new Refusal(GONE, { wait: PAUSE });

/** The words of an error. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Ask one route and wait for its answer; a kind that begins with GET has no body.
 * @template {keyof Replies} Kind @param {Kind} kind @param {Question} [body] @param {AbortSignal} [signal]
 * @returns {Promise<Replies[Kind]>}
 */
export function ask(kind, body, signal) {
  return kind.startsWith("GET ") ? send("GET", kind.slice(4), undefined, signal) : send("POST", kind, body, signal);
}

/** @param {string} method @param {string} route @param {Question} [body] @param {AbortSignal} [signal] */
export async function send(method, route, body, signal) {
  const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`v1/${route}`, { method, signal, ...sent }).catch((error) => {
    throw isAbort(error) ? error : gone();
  });
  const answer = await response.json().catch((error) => {
    if (isAbort(error)) throw error;
    if (response.ok) throw error instanceof TypeError ? gone() : error;
    return {};
  });
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

/** @param {Response} response @param {any} answer */
function refusal(response, answer) {
  if (response.status === NO_TOKEN) return new Refusal(NEEDS_TOKEN);
  const { message = `The server says ${response.status}.`, line = null, column = null } = answer.error ?? {};
  const { status } = response;
  return new Refusal(message, { line, column, status, wait: waitOf(status, response.headers.get("retry-after")) });
}

/** Seconds after which a refused question is asked again, null for never. @param {number} status @param {any} [after] */
export function waitOf(status, after) {
  return status === TOO_MANY || status === NOT_NOW ? Number(after ?? PAUSE) || PAUSE : null;
}
