// What a contract scores (Law 77 of duplicate bridge).

/** Points for the declaring side with so many tricks; negative when it goes down. */
export function scoreOf({ bid, doubled }, tricks, isVulnerable) {
  const [level, strain] = [Number(bid[0]), bid[1]];
  const times = { "": 1, X: 2, XX: 4 }[doubled];
  const over = tricks - 6 - level;
  if (over < 0) return -penalty(-over, times, isVulnerable);
  const each = "CD".includes(strain) ? 20 : 30;
  const contract = (each * level + (strain === "N" ? 10 : 0)) * times;
  const game = contract < 100 ? 50 : isVulnerable ? 500 : 300;
  const slam = level < 6 ? 0 : (level - 5) * (isVulnerable ? 750 : 500);
  const insult = times > 1 ? 25 * times : 0;
  const extra = over * (times === 1 ? each : (isVulnerable ? 100 : 50) * times);
  return contract + game + slam + insult + extra;
}

/** What the defenders get for the tricks that are missing. */
function penalty(under, times, isVulnerable) {
  if (times === 1) return (isVulnerable ? 100 : 50) * under;
  const steps = isVulnerable ? [200] : [100, 200, 200];
  const sum = [...Array(under).keys()].reduce((all, place) => all + (steps[place] ?? 300), 0);
  return (sum * times) / 2;
}
