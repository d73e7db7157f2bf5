import { type Days, listenersOn } from "../../../projections/trust/listening_evidence.ts";
import { tokensOf } from "../../contract/money.ts";
import {
  CLOSE_LOOK_SCORE,
  HIGH_SCORE,
  type RuleTrial,
  type TrialSample,
  type TrustRuleSummary,
} from "../../contract/trust_rules.ts";
import type { Deps } from "../../deps.ts";
import { groupsOnDays } from "../group/reads.ts";
import { accountEvidence } from "./evidence.ts";
import { honestGroups, honestPeople } from "./honest.ts";
import {
  ACCOUNT_RULES,
  type AccountEvidence,
  findingsOf,
  GROUP_RULES,
  type GroupEvidence,
  scoreOf,
  type TrustRule,
} from "./rules.ts";

/** Only what is read: a command line has no more. */
type Reading = Pick<Deps, "shardOf" | "now"> & { readonly store: Pick<Deps["store"], "sql" | "shards"> };

interface Trial extends Days {
  /** A rule's code. */
  readonly rule: string;
  /** Other than those of today. */
  readonly threshold?: number | undefined;
  readonly points?: number | undefined;
}

/** So much is looked at, and for so long: an answer to a larger question says that the figures are of a part. */
interface Bounds {
  readonly mostPeople: number;
  readonly mostMs: number;
}

const BOUNDS: Bounds = { mostPeople: 20_000, mostMs: 10_000 };
const PAGE = 500;
const MOST_SAMPLES = 10;

/** Every rule as it is now, those of accounts first. */
export function listRules(): TrustRuleSummary[] {
  return [
    ...ACCOUNT_RULES.map((rule) => summaryOf(rule, "accounts")),
    ...GROUP_RULES.map((rule) => summaryOf(rule, "groups")),
  ];
}

function summaryOf<Evidence>(
  { code, version, points, threshold, unit, looksFor }: TrustRule<Evidence>,
  of: TrustRuleSummary["of"],
): TrustRuleSummary {
  return { rule: code, of, version, points, threshold, unit, looksFor };
}

/**
 * What a rule would have voided on some days, had it decided; nothing is changed. Undefined where there is no such
 * rule.
 */
export async function tryRule(
  deps: Reading,
  trial: Trial,
  bounds: Bounds = BOUNDS,
): Promise<RuleTrial | undefined> {
  const ofAccounts = ACCOUNT_RULES.find(({ code }) => code === trial.rule);
  if (ofAccounts) {
    const tried = new Tried(ACCOUNT_RULES, { ...ofAccounts, ...changesOf(trial) }, bounds);
    await tried.look(accountsOn(deps, trial));
    return tried.answer(summaryOf(ofAccounts, "accounts"), { trial, honest: await honestPeople() });
  }
  const ofGroups = GROUP_RULES.find(({ code }) => code === trial.rule);
  if (!ofGroups) return undefined;
  const tried = new Tried(GROUP_RULES, { ...ofGroups, ...changesOf(trial) }, bounds);
  await tried.look(groupsOn(deps, trial));
  return tried.answer(summaryOf(ofGroups, "groups"), { trial, honest: await honestGroups() });
}

function changesOf({ threshold, points }: Trial): { threshold?: number; points?: number } {
  return { ...(threshold !== undefined && { threshold }), ...(points !== undefined && { points }) };
}

/** Something that a rule looks at, and who is paid for it. */
export interface Subject<Evidence> {
  readonly evidence: Evidence;
  readonly groupId?: string;
  readonly people: readonly { readonly userId: string; readonly units: number; readonly evidence: AccountEvidence }[];
}

async function* accountsOn({ store: { sql, shards } }: Reading, days: Days): AsyncGenerator<Subject<AccountEvidence>> {
  for (const shard of shards.all) {
    let after: string | undefined;
    for (;;) {
      const page = await listenersOn(sql, days, { shard, after, limit: PAGE });
      for (const one of await accountEvidence(sql, page, days)) yield { evidence: one.evidence, people: [one] };
      after = page.at(-1)?.listenerId;
      if (page.length < PAGE) break;
    }
  }
}

async function* groupsOn(deps: Reading, days: Days): AsyncGenerator<Subject<GroupEvidence>> {
  for await (const { groupId, evidence, people } of groupsOnDays(deps, days)) {
    yield { groupId, evidence, people: people.filter((one) => one.evidence.plays > 0) };
  }
}

type Counted = Pick<RuleTrial, "lookedAt" | "isPartial" | "people" | "groups"> & { units: number };

/** Counts what a rule hits, one piece of evidence after the other; only the samples are kept. */
export class Tried<Evidence extends AccountEvidence> {
  readonly #counted: Counted = { lookedAt: 0, isPartial: false, people: 0, groups: 0, units: 0 };
  readonly #reach = [CLOSE_LOOK_SCORE, HIGH_SCORE].map((score) => ({ score, now: 0, tried: 0 }));
  readonly #failed = { count: 0, message: "" };
  #samples: (TrialSample & { readonly units: number })[] = [];

  constructor(
    readonly rules: readonly TrustRule<Evidence>[],
    readonly rule: TrustRule<Evidence>,
    readonly bounds: Bounds,
  ) {}

  async look(subjects: AsyncIterable<Subject<Evidence>>): Promise<void> {
    const startedAt = performance.now();
    let people = 0;
    for await (const subject of subjects) {
      people += subject.people.length;
      if (people > this.bounds.mostPeople || performance.now() - startedAt > this.bounds.mostMs) {
        this.#counted.isPartial = true;
        return;
      }
      if (subject.people.length > 0) this.#count(subject);
    }
  }

  #count(subject: Subject<Evidence>): void {
    this.#counted.lookedAt++;
    try {
      const [now, then] = [this.rules, this.#changed()].map((rules) => scoreOf(findingsOf(rules, subject.evidence)));
      const text = this.rule.test(subject.evidence, this.rule.threshold);
      for (const reach of this.#reach) {
        reach.now += Number((now ?? 0) >= reach.score);
        reach.tried += Number((then ?? 0) >= reach.score);
      }
      if (text) this.#hit(subject, text);
    } catch (error) {
      this.#failed.count++;
      this.#failed.message ||= error instanceof Error ? error.message : String(error);
    }
  }

  #changed(): TrustRule<Evidence>[] {
    return this.rules.map((rule) => rule.code === this.rule.code ? this.rule : rule);
  }

  #hit({ people, groupId, evidence }: Subject<Evidence>, text: string): void {
    this.#counted.people += people.length;
    this.#counted.groups += Number(groupId !== undefined);
    this.#counted.units += people.reduce((sum, { units }) => sum + units, 0);
    const best = people.toSorted((one, two) => two.units - one.units)[0];
    if (!best) return;
    const { plays, claimedMs, unprovenMs, longestDayHours } = evidence;
    const units = people.reduce((sum, one) => sum + one.units, 0);
    this.#samples.push({
      ...{ userId: best.userId, text, plays, longestDayHours, units, tokens: tokensOf(units) },
      ...{ claimedSeconds: claimedMs / 1_000, unprovenSeconds: unprovenMs / 1_000 },
      ...(groupId !== undefined && { groupId, members: people.length }),
    });
    // The best paid: what a mistake would cost most.
    this.#samples = this.#samples.toSorted((one, two) => two.units - one.units).slice(0, MOST_SAMPLES);
  }

  answer(
    rule: TrustRuleSummary,
    { trial: { from, to }, honest }: { trial: Trial; honest: readonly { who: string; evidence: Evidence }[] },
  ): RuleTrial {
    const { units, ...counted } = this.#counted;
    const { points, threshold } = this.rule;
    return {
      ...{ rule, points, threshold, from, to, ...counted, tokens: tokensOf(units), naira: units / 100 },
      reach: this.#reach,
      failed: this.#failed,
      samples: this.#samples.map(({ units: _units, ...sample }) => sample),
      honest: {
        all: honest.length,
        hits: honest.filter(({ evidence }) => this.#hits(evidence)).map(({ who }) => who),
      },
    };
  }

  #hits(evidence: Evidence): boolean {
    try {
      return Boolean(this.rule.test(evidence, this.rule.threshold));
    } catch (error) {
      this.#failed.message ||= error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}
