import { CREDENTIAL_HOLD_MS, lagosDay } from "../../backend/contract/policy.ts";
import { dailyUnitsOf, type Policy } from "../../backend/contract/policy_rules.ts";
import { tableOf } from "../parts/table.ts";
import { sightingOf, SMALLEST_GROUP } from "./groups.ts";
import type { Habit } from "./habits.ts";
import { lossOf } from "./loss.ts";
import { BYTES_PER_SECOND } from "./music.ts";
import type { Person } from "./person.ts";
import type { Phone } from "./phone.ts";
import { type Farm, PEOPLE_A_NUMBER, type TownRun } from "./town.ts";

/** A figure that the run must reach. */
export interface Target {
  readonly name: string;
  readonly target: string;
  readonly reached: string;
  readonly met: boolean;
}

/** The most of honest people's time within their level's cap that may stay unpaid. */
const MOST_LOST_SHARE = 0.005;
const UNITS_PER_NAIRA = 100;
const HOUR_MS = 3_600_000;

/** The targets of a run, with what it reached: the farms' of accounts of level 0 alone. */
export function targetsOf(run: TownRun): Target[] {
  const { due, lost } = lossOf(documented(run), run.policy);
  return [
    ...run.options.level === 0 ? run.farms.map(farmTarget) : [],
    ...run.farms.filter(({ kind, bots }) => kind.isOneGroup && bots.length >= SMALLEST_GROUP).map((farm) =>
      groupTarget(farm, run)
    ),
    {
      name: "Honest time within the level's cap that stays unpaid",
      target: `at most ${percent(MOST_LOST_SHARE)}`,
      reached: percent(lost / due),
      met: lost / due <= MOST_LOST_SHARE,
    },
    {
      name: "Honest people suspended without a human",
      target: "0",
      reached: `${run.suspended}`,
      met: run.suspended === 0,
    },
    {
      name: "The longest hold of an honest person",
      target: `at most ${CREDENTIAL_HOLD_MS / HOUR_MS} h, as /policy says`,
      reached: `${run.longestHoldMs / HOUR_MS} h`,
      met: run.longestHoldMs > 0 && run.longestHoldMs <= CREDENTIAL_HOLD_MS,
    },
  ];
}

/** The most that a farm was paid for one day, against what it may be paid with as many accounts. */
function farmTarget({ kind, bots }: Farm): Target {
  const most = kind.mostNairaADay * bots.length / kind.accounts;
  const paid = Math.max(0, ...paidByDay(bots).values()) / UNITS_PER_NAIRA;
  return {
    name: `${kind.name}, ${bots.length} accounts of level 0`,
    target: most === 0 ? "₦0" : `at most ${naira(most)} a day`,
    reached: naira(paid),
    met: paid <= most,
  };
}

/** How much of a farm the back office must see as one group. */
const SEEN_SHARE = 0.95;

function groupTarget({ kind, bots }: Farm, run: TownRun): Target {
  const { accounts } = sightingOf(run.groups, { farm: idsOf(bots), honest: honestIds(run) });
  return {
    name: `${kind.name}: accounts in one group`,
    target: `at least ${Math.ceil(bots.length * SEEN_SHARE)} of ${bots.length}`,
    reached: `${accounts}`,
    met: accounts >= bots.length * SEEN_SHARE,
  };
}

function idsOf(all: readonly { readonly phone: Phone }[]): ReadonlySet<string> {
  return new Set(all.map(({ phone }) => phone.account.userId));
}

function honestIds({ neighbours }: TownRun): ReadonlySet<string> {
  return idsOf(neighbours.flatMap(({ people }) => people));
}

/** The report of a run, in Markdown. */
export function reportOf(run: TownRun): string {
  const { level, days } = run.options;
  return [
    `## Farms of level-${level} accounts, ${days} days`,
    tableOf([
      "Farm",
      "Accounts",
      "Paid for a day, at most",
      "Paid in all",
      ...run.frozenAt === undefined ? [] : [`Of it before a human froze the groups on ${lagosDay(run.frozenAt)}`],
      "Left to withdraw at the end",
      "Most that the level allows",
      "What it cost the farm",
      "Seen as one group",
    ], run.farms.map((farm) => farmRow(farm, run))),
    `## Honest people`,
    tableOf(["Who", "People", "Level 0", "Paid", "Unpaid time within the cap", "By reason"], [
      ...run.neighbours.map(({ habit, people }) => peopleRow(habitName(habit), people, run.policy)),
      peopleRow("All for whom the target holds", documented(run), run.policy),
    ]),
    `## The day's pool`,
    tableOf(
      ["Day", "Used", "Of"],
      [...run.poolUsed].map((
        [day, units],
      ) => [day, naira(units / UNITS_PER_NAIRA), naira(run.policy.dailyPoolUnits / UNITS_PER_NAIRA)]),
    ),
  ].join("\n\n");
}

/** The targets as a table, in Markdown. */
export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(({ name, target, reached, met }) => [name, target, reached, met ? "yes" : "NO"]);
  return `## Targets\n\n${tableOf(["What", "Target", "Reached", "Met"], rows)}`;
}

function farmRow({ kind, bots }: Farm, run: TownRun): string[] {
  const { options: { level, days }, policy } = run;
  const seen = sightingOf(run.groups, { farm: idsOf(bots), honest: honestIds(run) });
  const byDay = [...paidByDay(bots).values()];
  const sum = byDay.reduce((all, units) => all + units, 0);
  const fetchedMs = bots.reduce((all, { phone }) => all + phone.fetchedMs, 0);
  const megabytes = Math.round(fetchedMs / 1_000 * BYTES_PER_SECOND / 1_000_000);
  const numbers = level === 0 ? 0 : Math.ceil(bots.length / PEOPLE_A_NUMBER);
  return [
    kind.name,
    `${bots.length}`,
    naira(Math.max(0, ...byDay) / UNITS_PER_NAIRA),
    naira(sum / UNITS_PER_NAIRA),
    ...run.frozenAt === undefined ? [] : [naira(paidBefore(bots, run.frozenAt) / UNITS_PER_NAIRA)],
    naira(bots.reduce((all, { phone }) => all + (run.available.get(phone.account.userId) ?? 0), 0) / UNITS_PER_NAIRA),
    naira(dailyUnitsOf(policy, level) * bots.length * days / UNITS_PER_NAIRA),
    `${numbers} phone numbers, ${megabytes.toLocaleString("en-NG")} MB, ${days} days`,
    `${seen.accounts} of ${bots.length}, with ${seen.honest} honest people`,
  ];
}

function peopleRow(name: string, people: readonly Person[], policy: Policy): string[] {
  const { due, lost, byReason } = lossOf(people, policy);
  const paid = people.flatMap(({ phone }) => [...phone.answers.values()]).reduce((sum, { units }) => sum + units, 0);
  const reasons = [...byReason].filter(([, units]) => units > 0).toSorted(([, one], [, two]) => two - one);
  return [
    name,
    `${people.length}`,
    `${people.filter(({ level }) => level === 0).length}`,
    naira(paid / UNITS_PER_NAIRA),
    percent(lost / due),
    reasons.map(([reason, units]) => `${reason} ${percent(units / due)}`).join(", ") || "–",
  ];
}

/** The honest people for whom the target holds. */
function documented({ neighbours }: TownRun): Person[] {
  return neighbours.filter(({ habit }) => !habit.isUndocumented).flatMap(({ people }) => people);
}

function habitName({ name, isUndocumented }: Habit): string {
  return isUndocumented ? `${name} (not documented, no target)` : name;
}

function paidBefore(bots: Farm["bots"], moment: number): number {
  const answers = bots.flatMap(({ phone }) => [...phone.answers.values()]);
  return answers.filter(({ at }) => at < moment).reduce((sum, { units }) => sum + units, 0);
}

/** Units by the Lagos day that they were paid for, whenever Orin paid them. */
function paidByDay(bots: Farm["bots"]): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { phone } of bots) {
    for (const { units, startedAt } of phone.answers.values()) {
      const day = lagosDay(startedAt);
      paid.set(day, (paid.get(day) ?? 0) + units);
    }
  }
  return paid;
}

function naira(amount: number): string {
  return `₦${amount.toLocaleString("en-NG", { maximumFractionDigits: 2 })}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
