// The boards of a file and their reviews in the storage of this tab: they outlast a reload, and go with the file or the tab.

/** Characters of boards that are stored; a longer file is gone with the next reload. */
const MOST_CHARACTERS = 2_000_000;
const BOARDS = "boards";
const REVIEW = "review ";
const PLAYED = `${REVIEW}played`;

/** @typedef {{ judges: string, index: number, data: BoardReview }} StoredReview */

/** Store the boards of a file in place of all that was. @param {string} name @param {BoardLine[]} records */
export function storeBoards(name, records) {
  forgetBoards();
  const text = JSON.stringify({ name, records });
  if (text.length <= MOST_CHARACTERS) store(BOARDS, text);
}

/** Store the review of a board, if its file is stored. @param {StoredReview} review */
export function storeReview(review) {
  if (read(BOARDS)) store(REVIEW + review.index, JSON.stringify(review));
}

/** Store the cards that the pairs bid like; none where somebody has chosen others. @param {Record<Side, string>[] | null} played */
export function storePlayed(played) {
  if (read(BOARDS)) store(PLAYED, JSON.stringify(played));
}

/** What is stored; null where there is nothing. */
export function storedBoards() {
  const { name, records = [] } = read(BOARDS) ?? {};
  if (!records.length) return null;
  /** @type {StoredReview[]} */
  const reviews = records.flatMap(
    (/** @type {BoardLine} */ _, /** @type {number} */ index) => read(REVIEW + index) ?? [],
  );
  return { name, records: /** @type {BoardLine[]} */ (records), played: read(PLAYED), reviews };
}

/** Let go of all of it. */
export function forgetBoards() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key === BOARDS || key.startsWith(REVIEW)) sessionStorage.removeItem(key);
  } catch {
    /* a browser that stores nothing */
  }
}

/** @param {string} key @param {string} text */
function store(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    /* there is no more room, or the browser stores nothing */
  }
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
