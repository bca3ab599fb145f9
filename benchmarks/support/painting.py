"""Times of the page as the browser has them, for its test and its benchmark."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

LISTEN = """() => {
  const { answers } = overtrick;
  const changed = answers.changed;
  window.spent = [];
  answers.changed = () => {
    const came = performance.now();
    changed();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.spent.push(performance.now() - came);
      painted.port2.postMessage(null);
    });
  };
}"""
"""Note from now on how long each answer takes from its arrival until the frame with its charts is done."""

PRESS = """(key) => new Promise((resolve) => {
  const pressed = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.now() - pressed);
    painted.port2.postMessage(null);
  });
})"""
"""Press a key; the milliseconds until the frame that shows it is done."""


def first_paint(page: Page) -> float:
    """Milliseconds from the request for the page to its first text or chart."""
    entry = """new Promise((resolve) => new PerformanceObserver((list, self) => {
      self.disconnect();
      resolve(list.getEntries()[0].startTime);
    }).observe({ type: "paint", buffered: true }))"""
    found: Any = page.evaluate(entry)
    return float(found)


def working(page: Page) -> Callable[[], float]:
    """Milliseconds of processor time the page's thread has had; they do not count what others do on the machine."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def now() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    return now


def spent(page: Page) -> list[float]:
    """What `LISTEN` has noted, in milliseconds."""
    return [float(each) for each in page.evaluate("window.spent")]
