import { knownPolicies, readPolicies } from "../../../projections/admin/policies.ts";
import { partsOf, readSettling, voidedOfPlays } from "../../../projections/wallet/settling.ts";
import { royaltyHoldsOf } from "../../../projections/royalties/royalties.ts";
import { walletSummary } from "../../../projections/wallet/wallets.ts";
import { isoTime } from "../../contract/iso_time.ts";
import type { Settlement } from "../../contract/listening.ts";
import { whatIsHeld } from "./held_gifts.ts";
import { tokensOf } from "../../contract/money.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import { settlingWords } from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { settlesAt } from "./settling.ts";
import { NOTHING_SETTLES, openRewards, type Settling } from "./state.ts";

type SettlingDeps = Pick<Deps, "store" | "shardOf" | "kept">;

/** What settles of a listener: units, and when the next and the last of it will, epoch ms. */
interface WhatSettles {
  readonly units: number;
  readonly nextAt?: number;
  readonly lastAt?: number;
  readonly frozen: { readonly since: number; readonly reason: string } | undefined;
}

export async function whatSettles(deps: SettlingDeps, userId: string): Promise<WhatSettles> {
  const [found, policies] = await Promise.all([
    readSettling(deps.store.sql, deps.shardOf(userId), [userId]),
    knownPolicies(deps),
  ]);
  return settlingIn(found.get(userId) ?? NOTHING_SETTLES, policies);
}

/** The same, also for a decision's transaction. */
export async function settlingNow(sql: Sql | Tx, shard: number, userId: string): Promise<WhatSettles> {
  const [found, policies] = await Promise.all([readSettling(sql, shard, [userId]), readPolicies(sql)]);
  return settlingIn(found.get(userId) ?? NOTHING_SETTLES, policies);
}

function settlingIn(state: Settling, policies: readonly Policy[]): WhatSettles {
  const open = openRewards(state).filter(({ units }) => units > 0);
  const units = open.reduce((sum, reward) => sum + reward.units, 0);
  const times = open.map((reward) => settlesAt(policies, reward)).sort((one, two) => one - two);
  const [nextAt, lastAt] = [times[0], times.at(-1)];
  return {
    ...{ units, frozen: state.frozen },
    ...(nextAt !== undefined && lastAt !== undefined && !state.frozen && { nextAt, lastAt }),
  };
}

/** A play that earned something, and when it began, epoch ms. */
interface EarningPlay {
  readonly playId: string;
  readonly startedAt: number;
}

/**
 * For what has become of the rewards of plays; those that have settled are missing. What it needs of the listener is read
 * while the caller still reads the plays.
 */
export async function settlementsOf(
  deps: SettlingDeps,
  userId: string,
): Promise<(plays: readonly EarningPlay[]) => Promise<Map<string, Settlement>>> {
  const { sql } = deps.store;
  const shard = deps.shardOf(userId);
  const [found, policies] = await Promise.all([readSettling(sql, shard, [userId]), knownPolicies(deps)]);
  const state = found.get(userId) ?? NOTHING_SETTLES;
  return async (plays) => {
    const [voided, until] = await Promise.all([
      voidedOfPlays(sql, shard, plays.map(({ playId }) => playId)),
      settlingPlays(sql, shard, { state, policies, plays }),
    ]);
    const voidedPlays = new Map(voided.map((play) => [play.playId, play]));
    return new Map(plays.flatMap(({ playId }): [string, Settlement][] => {
      const [lost, at] = [voidedPlays.get(playId), until.get(playId)];
      if (lost) return [[playId, { state: "voided", tokens: tokensOf(lost.units), reason: lost.reason }]];
      if (at === undefined) return [];
      const { frozen } = state;
      if (frozen) return [[playId, { state: "held", reason: frozen.reason, since: isoTime(frozen.since) }]];
      return [[playId, { state: "settling", until: isoTime(at) }]];
    }));
  };
}

/** More than a device's clock may be ahead: no reward is older than its play by so much. */
const BEFORE_ITS_PLAY_MS = 24 * 3_600_000;

/** When plays settle, epoch ms. Only rewards that may have paid one of them are asked for theirs. */
async function settlingPlays(
  sql: Sql,
  shard: number,
  { state, policies, plays }: {
    readonly state: Settling;
    readonly policies: readonly Policy[];
    readonly plays: readonly EarningPlay[];
  },
): Promise<Map<string, number>> {
  const since = Math.min(...plays.map(({ startedAt }) => startedAt)) - BEFORE_ITS_PLAY_MS;
  const gone = new Set(state.voided.map(([position, playId]) => `${position} ${playId}`));
  const settling = new Map(openRewards(state).map((reward) => [reward.position, settlesAt(policies, reward)]));
  const rewards = state.rewards.filter(({ position, at }) => settling.has(position) && at >= since);
  const until = new Map<string, number>();
  for (const [position, playId] of await partsOf(sql, shard, rewards)) {
    const at = settling.get(position) ?? 0;
    if (!gone.has(`${position} ${playId}`)) until.set(playId, Math.max(until.get(playId) ?? 0, at));
  }
  return until;
}

/** Says in a refusal for too few tokens what of them settles: the documented words first. */
export async function sayWhatSettles<Result>(
  deps: SettlingDeps,
  userId: string,
  spend: Promise<Result>,
): Promise<Result> {
  try {
    return await spend;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "insufficient_funds") throw error;
    const [rewards, royalties, gifts] = await Promise.all([
      whatSettles(deps, userId),
      royaltyHoldsOf(deps.store.sql, deps.shardOf(userId), userId),
      whatIsHeld(deps.store.sql, { shard: deps.shardOf(userId), artistId: userId }),
    ]);
    const open = [...royalties.values()].filter(({ left }) => left > 0);
    const units = rewards.units + gifts.units + open.reduce((sum, { left }) => sum + left, 0);
    if (units === 0) throw error;
    const times = [rewards.lastAt, gifts.lastAt, ...open.map(({ until }) => until)].filter((at) => at !== undefined);
    const lastAt = times.length === 0 ? undefined : Math.max(...times);
    const { availableUnits } = await walletSummary(deps.store.sql, deps.shardOf(userId), userId);
    const words = settlingWords({ settling: units, all: units + availableUnits, lastAt });
    throw new Refusal(error.code, `${error.message}. ${words}`, error.detail);
  }
}
