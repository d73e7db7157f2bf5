import type { Policy } from "../../backend/contract/policy_rules.ts";
import { tableOf } from "../parts/table.ts";
import {
  accountMonth,
  ASSUMPTIONS,
  type Assumptions,
  exposureOf,
  freeMonth,
  kindsOf,
  ringDay,
  royaltiesLost,
} from "./economy.ts";

const RINGS = [1, 20, 100, 695, 2_000];
const MONTH_DAYS = 30;
/** The payment of the attack: five seats for twelve months. */
const STOLEN = { seats: 5, months: 12 };
const AFTER_DAYS = [30, 119, 125, 180, 365];

/** The tables of the economy, in naira: what is assumed, each kind of account, rings, and cards that are taken back. */
export function economyReport(policy: Policy, assumed: Assumptions): string {
  return [
    section("What is assumed", assumptionTable(assumed)),
    section("A month of an account, at most (naira)", accountTable(policy, assumed)),
    section("A ring that is there before everyone else (naira)", ringTable(policy, assumed)),
    section(
      "Five seats of Premium for twelve months by a new card that its bank takes back (naira)",
      [
        reversalTable(policy, assumed),
        exposureWords(policy, assumed),
      ].join("\n\n"),
    ),
  ].join("\n\n");
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`;
}

function assumptionTable(assumed: Assumptions): string {
  const rows = Object.entries(ASSUMPTIONS).map(([name, { unit, why }]) => {
    return [`--${name}`, `${assumed[name as keyof Assumptions]} ${unit}`, why];
  });
  return tableOf(["option", "is", "for"], rows);
}

function accountTable(policy: Policy, assumed: Assumptions): string {
  const rows = kindsOf(assumed).map((kind) => {
    const { rewards, royalties, once, monthly, left, isPaid } = accountMonth(policy, kind, assumed);
    const most = Math.max(left, freeMonth(policy, kind.level, assumed));
    return [
      ...[kind.name, naira(rewards), naira(royalties), naira(rewards + royalties), naira(most)],
      ...[naira(once), naira(monthly), naira(rewards + royalties - monthly), isPaid ? "yes" : "no: needs a phone"],
    ];
  });
  const head = [
    "account",
    "rewards",
    "royalties it brings",
    "together",
    "may be",
    "once",
    "a month",
    "gain",
    "is paid",
  ];
  return tableOf(head, rows);
}

function ringTable(policy: Policy, assumed: Assumptions): string {
  const long = kindsOf(assumed)[2];
  const rows = RINGS.map((numbers) => {
    const { accounts, most, taken, keptForOthers } = ringDay(policy, numbers);
    const { monthly = 0 } = long ? accountMonth(policy, long, assumed) : {};
    return [
      ...[numbers, accounts, naira(most), naira(taken), naira(keptForOthers)],
      ...[naira(taken * MONTH_DAYS), naira(numbers * assumed.sim * 100), naira(accounts * monthly)],
    ].map(String);
  });
  const head = [
    "numbers",
    "accounts",
    "most a day",
    "takes a day",
    "kept for others",
    "takes a month",
    "SIMs, once",
    "data",
  ];
  return tableOf(head, rows);
}

function reversalTable(policy: Policy, assumed: Assumptions): string {
  const kobo = policy.premiumMonthKobo * STOLEN.seats * STOLEN.months;
  const rows = AFTER_DAYS.map((afterDays) => {
    const lost = royaltiesLost(policy, { kobo, ...STOLEN, afterDays }, assumed);
    const { fee } = exposureOf(policy, kobo, assumed);
    return [`${afterDays}`, naira(kobo), naira(lost), naira(fee), naira(lost + fee)];
  });
  return tableOf(["days", "paid", "royalties out", "fee", "at risk"], rows);
}

function exposureWords(policy: Policy, assumed: Assumptions): string {
  const kobo = policy.premiumMonthKobo * STOLEN.seats * STOLEN.months;
  const { royaltiesLater, giftsAtLevel2 } = exposureOf(policy, kobo, assumed);
  return `At most ${
    naira(royaltiesLater)
  } of royalties, all of it after the card is no longer new: an artist who had more than half of it owes it, less the tax; of gifts by new cards ` +
    `nothing below level 2, and ${naira(giftsAtLevel2)} for each proven identity, which then owes it.`;
}

function naira(kobo: number): string {
  return (kobo / 100).toLocaleString("en-NG", { maximumFractionDigits: 2 });
}
