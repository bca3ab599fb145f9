// Settings of this browser. They are no part of a link.

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  text: "normal",
  suits: "four",
  ten: "T",
  motion: "auto",
  keys: true,
  twoTap: true,
  practice: "all",
  regulation: "acbl",
};
const STORED_AS = "overtrick";

/** The settings, as far as the browser stores any. @returns {Settings} */
export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORED_AS) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Store them. A browser that stores nothing is no error. @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(settings));
  } catch {
    /* private windows may refuse */
  }
}

/** Let the style sheet know. @param {Settings} settings */
export function applySettings({ theme, suits, motion }) {
  Object.assign(document.documentElement.dataset, { theme, suits, motion });
}
