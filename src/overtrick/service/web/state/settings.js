// Settings of this browser. They are no part of a link.

const DEFAULTS = { theme: "auto", suits: "four", ten: "T", motion: "auto", keys: true, twoTap: true };
const PLACE = "overtrick";

/** The settings, as far as the browser keeps any. */
export function loadPrefs() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Keep them. A browser that keeps nothing is no error. */
export function savePrefs(prefs) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(prefs));
  } catch {
    /* private windows may refuse */
  }
}

/** Let the style sheet know. */
export function applyPrefs({ theme, suits, motion }) {
  Object.assign(document.documentElement.dataset, { theme, suits, motion });
}
