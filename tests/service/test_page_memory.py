"""What the page remembers is bounded: answers, pictures, lines, steps to undo, and what the browser stores."""

from playwright.sync_api import Page

from benchmarks.support.browsing import open_table

ANSWERS = """async () => {
  const { MOST_STORED, remember } = await import("./server/answers.js");
  const map = new Map();
  for (let n = 0; n < MOST_STORED + 50; n++) remember(map, `${n}`, n);
  remember(map, "60", 60);
  remember(map, "new", 1);
  return [MOST_STORED, [...map.keys()]];
}"""

STATE = """async () => {
  const { FIRST, beginning, turned } = await import("./state/state.js");
  const { readLink } = await import("./state/link-reader.js");
  const { linkOf } = await import("./state/link-writer.js");
  let timeline = beginning(FIRST);
  const turn = (action) => { timeline = turned(timeline, action); };
  for (let n = 0; n < 300; n++) {
    turn({ type: "branch", branch: null });
    turn({ type: "at", at: 6 });
    turn({ type: "call", call: n % 2 ? "5C" : "5D" });
  }
  const { now } = timeline;
  for (let n = 0; n < 300; n++) turn({ type: "undo" });
  const long = { ...now, branches: Array(500).fill(now.branches[0]) };
  const { hash } = await linkOf(long);
  const read = (await readLink(hash, null)).branches.length;
  return [now.branches.length, now.branch, timeline.past.length, timeline.future.length, read];
}"""


def test_what_the_page_remembers_is_bounded(page: Page) -> None:
    open_table(page)
    most, keys = page.evaluate(ANSWERS)
    assert most == len(keys) == 200
    assert keys[0] == "51"
    assert keys[-2:] == ["60", "new"]
    lines, chosen, past, future, read = page.evaluate(STATE)
    assert (lines, chosen) == (50, 49)
    assert (past, future) == (0, 100)
    assert read == 50


def test_the_browser_stores_the_settings_and_nothing_else(page: Page) -> None:
    open_table(page)
    stored = page.evaluate(
        """async () => {
          const { loadSettings, saveSettings } = await import("./state/settings.js");
          saveSettings({ ...loadSettings(), theme: "dark" });
          const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
          const { length } = JSON.stringify(localStorage);
          localStorage.clear();
          return [names, document.cookie, length < 500];
        }"""
    )
    assert stored == [["overtrick"], "", True]
