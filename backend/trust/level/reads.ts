import { levelsOf } from "../../../projections/trust/levels.ts";
import { evidenceByDay, evidenceByTrack } from "../../../projections/trust/listening_evidence.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findUser, type User } from "../../../projections/accounts/users.ts";
import { openPerson } from "../../accounts/account/reads.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { LevelAnswer, TrustLevel } from "../../contract/trust.ts";
import type { Deps } from "../../deps.ts";
import { conditionsOfLevel1, type LevelFacts } from "./state.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

type Reading = Pick<Deps, "store" | "shardOf" | "texts" | "config" | "now">;

/** Whether level 1 asks for a proven phone number: not where the operator has said that it does without. */
export function needsPhone({ texts, config }: Pick<Deps, "texts" | "config">): boolean {
  return texts !== undefined || !config.levelWithoutPhone;
}

/** Whether phone numbers cannot be proven here, though level 1 asks for one. */
export function isLevel1Closed(deps: Pick<Deps, "texts" | "config">): boolean {
  return deps.texts === undefined && needsPhone(deps);
}

/** What an account has done towards level 1. */
export async function levelFacts(deps: Reading, user: User): Promise<LevelFacts> {
  const { sql } = deps.store;
  const listener = { shard: deps.shardOf(user.userId), listenerId: user.userId };
  const [days, heard] = await Promise.all([evidenceByDay(sql, listener), evidenceByTrack(sql, listener)]);
  const tracks = await trackFacts(sql, heard.map(({ trackId }) => trackId));
  const artists = new Map<string, number>();
  for (const { trackId, creditedMs } of heard) {
    const ownerId = tracks.get(trackId)?.ownerId ?? trackId;
    artists.set(ownerId, (artists.get(ownerId) ?? 0) + creditedMs);
  }
  return {
    phone: user.phoneHash !== undefined ? "proven" : needsPhone(deps) ? "missing" : "left_out",
    accountDays: Math.max(0, Math.floor((deps.now() - user.createdAt) / DAY_MS)),
    provenMinutes: Math.floor(days.reduce((sum, { creditedMs }) => sum + creditedMs, 0) / MINUTE_MS),
    listeningDays: days.filter(({ creditedMs }) => creditedMs >= MINUTE_MS).length,
    artists: [...artists.values()].filter((creditedMs) => creditedMs >= MINUTE_MS).length,
  };
}

/** An account's level: what it gives, and what is missing for the next one. */
export async function levelOf(deps: Reading & Pick<Deps, "personal">, userId: string): Promise<LevelAnswer> {
  const { sql } = deps.store;
  const [user, levels, policies] = await Promise.all([
    findUser(sql, userId),
    levelsOf(sql, [userId]),
    readPolicies(sql),
  ]);
  const person = user && await openPerson(deps.personal, sql, user);
  if (!user || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const policy = policyAt(policies, deps.now());
  const level = levels.get(userId) ?? 0;
  const conditions = level === 0 ? conditionsOfLevel1(await levelFacts(deps, user), policy) : undefined;
  return {
    level,
    dailyTokens: dailyTokens(policy, level),
    next: conditions && { level: 1, dailyTokens: dailyTokens(policy, 1), conditions },
    identity: { isProven: level === 2, monthlyTokens: tokensOf(policy.monthlyWithdrawalUnitsLevel1) },
    phone: { number: person.phone, isProven: user.phoneHash !== undefined, canBeProven: deps.texts !== undefined },
  };
}

function dailyTokens(policy: Policy, level: TrustLevel): number {
  return tokensOf(level === 0 ? policy.dailyUnitsLevel0 : policy.dailyUnitsLevel1);
}
