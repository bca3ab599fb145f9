// What a contract scores (Law 77 of duplicate bridge).

import { isVulnerable, sideOf } from "./rules.js";

const TIMES = { "": 1, X: 2, XX: 4 };

/** The points from which a difference is worth one IMP more (Law 78). */
const IMP_STEPS = [
  20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
  3500, 4000,
];

/** A difference of two scores in IMPs. @param {number} points */
export const imps = (points) => Math.sign(points) * IMP_STEPS.filter((step) => step <= Math.abs(points)).length;

/**
 * Points for the declaring side; negative when it goes down.
 * @param {Pick<Contract, "bid" | "doubled">} contract @param {number} tricks @param {boolean} isVulnerable
 */
export function scoreOf({ bid, doubled }, tricks, isVulnerable) {
  const level = Number(bid[0]);
  const times = TIMES[doubled];
  const over = tricks - 6 - level;
  if (over < 0) return -penalty(-over, times, isVulnerable);
  const perTrick = "CD".includes(bid[1]) ? 20 : 30;
  const contract = (perTrick * level + (bid[1] === "N" ? 10 : 0)) * times;
  const game = contract < 100 ? 50 : isVulnerable ? 500 : 300;
  const slam = level < 6 ? 0 : (level - 5) * (isVulnerable ? 750 : 500);
  const insult = times > 1 ? 25 * times : 0;
  const extra = over * (times === 1 ? perTrick : (isVulnerable ? 100 : 50) * times);
  return contract + game + slam + insult + extra;
}

/** North-South's points for a contract with so many tricks. @param {Vulnerability} vul @param {Contract} contract @param {number} tricks */
export function northSouthScore(vul, contract, tricks) {
  const { declarer } = contract;
  return scoreOf(contract, tricks, isVulnerable(vul, declarer)) * (sideOf(declarer) === "NS" ? 1 : -1);
}

/**
 * What the defenders get for the missing tricks.
 * @param {number} under @param {number} times @param {boolean} isVulnerable
 */
function penalty(under, times, isVulnerable) {
  if (times === 1) return (isVulnerable ? 100 : 50) * under;
  const steps = isVulnerable ? [200] : [100, 200, 200];
  let sum = 0;
  for (let trick = 0; trick < under; trick++) sum += steps[trick] ?? 300;
  return (sum * times) / 2;
}
