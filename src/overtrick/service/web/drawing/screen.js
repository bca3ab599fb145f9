// The screen: how large the text is, and which layout has room for it.

/** How much larger each size of text is than the normal one. */
export const TEXT_SIZES = { normal: 1, large: 1.15, larger: 1.3, largest: 1.5 };

/** The widest screen of each layout, in pixels of normal text; `upright` is said of tablets beside their name. */
const WIDEST = { phone: 720, "tablet upright": 959, tablet: 1199, desk: Infinity };
/** The narrowest screen that every layout fits: text grows no further. */
const NARROWEST = 320;
/** The least height with room for a bidding box that stays in view. */
const TALL = 600;

/** Let the style sheets know the size of the text and the layout. @param {Settings} settings @returns {string} */
export function fitScreen({ text }) {
  const wanted = TEXT_SIZES[/** @type {keyof typeof TEXT_SIZES} */ (text)] ?? 1;
  const size = Math.max(1, Math.min(wanted, innerWidth / NARROWEST));
  const [layout] = Object.entries(WIDEST).find(([, most]) => innerWidth / size <= most) ?? ["desk"];
  const root = document.documentElement;
  root.style.setProperty("--text", String(size));
  Object.assign(root.dataset, { width: layout, height: innerHeight / size < TALL ? "short" : "tall" });
  return layout;
}
