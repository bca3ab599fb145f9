// The server: one question, one answer; jobs.js has those that are answered piece by piece.

const TOO_MANY = 429;
export const GONE = "The server does not answer.";

/** What the server, or its absence, said: `message` for the reader, `line` and `column` where a text is wrong. */
export class Refusal extends Error {
  constructor(message, about = {}) {
    super(message);
    Object.assign(this, { line: null, column: null, wait: null, ...about });
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
    throw new Refusal(GONE);
  }
  const answer = await response.json().catch((error) => {
    if (error.name === "AbortError" || response.ok) throw error;
    return {};
  });
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

function refusal(response, answer) {
  const { message = `The server says ${response.status}.`, line = null, column = null } = answer.error ?? {};
  return new Refusal(message, {
    line,
    column,
    wait: response.status === TOO_MANY ? Number(response.headers.get("retry-after") ?? 3) : null,
  });
}

