import type { Policy } from "../../contract/policy_rules.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import type { Parts, PoolShare, PoolShareGranted, PoolShareReceived } from "./events.ts";

/** The whole pool, in the millionths in which it is shared: so a changed policy changes all shares together. */
export const WHOLE = 1_000_000;
/** A grant is this part of what is left, for each shard: a shard that hardly pays any more keeps little from the others. */
const SHARE_OF_REST = 32;
/** No grant is smaller, in millionths, except the last. */
const SMALLEST = 500;

/** Where there is one shard, it has the pool. */
export const WHOLE_POOL: PoolShare = { all: WHOLE, late: WHOLE, grants: 0, allIsLast: true, lateIsLast: true };
/** A shard that has not asked yet. */
export const NO_SHARE: PoolShare = { all: 0, late: 0, grants: 0, allIsLast: false, lateIsLast: false };

/** What a day's pool is granted to, by shard. */
export type Grants = ReadonlyMap<number, Parts & { readonly grants: number }>;

/** The least that a shard wants more, in millionths; 0 of what it has enough of. */
export type Wants = Parts;

/** Units of a pool that are so many millionths of it, rounded down: shares never add up to more than the pool. */
export function partOf(units: number, millionths: number): number {
  return millionths === WHOLE ? units : Number(BigInt(units) * BigInt(millionths) / BigInt(WHOLE));
}

/** A day's pool in two parts: what is kept for everybody's first tokens of the day, and what comes first is served first. */
interface Halves {
  readonly keptUnits: number;
  readonly openUnits: number;
}

/** The parts of a pool by the policy. */
export function halvesOf(
  { dailyPoolUnits, firstTokensPoolPercent }: Pick<Policy, "dailyPoolUnits" | "firstTokensPoolPercent">,
): Halves {
  const keptUnits = Math.floor(dailyPoolUnits * firstTokensPoolPercent / 100);
  return { keptUnits, openUnits: dailyPoolUnits - keptUnits };
}

/** How much of what an account may earn now are its first tokens of the day: none at level 0, none of late plays. */
export function firstUnitsOf(
  { allowed, units, isLate, level }: { allowed: number; units: number; isLate: boolean; level: TrustLevel },
  { firstTokensUnits }: Pick<Policy, "firstTokensUnits">,
): number {
  return isLate || level === 0 ? 0 : Math.max(0, Math.min(allowed, firstTokensUnits - units));
}

/** The least millionths of a pool that hold so many units; the whole of one that does not. */
export function millionthsFor(units: number, pool: number): number {
  return pool <= 0 ? WHOLE : Math.min(WHOLE, Math.ceil(units / pool * WHOLE));
}

export function evolveGrants(state: Grants, { data: { shard, grants, all, late } }: PoolShareGranted): Grants {
  return new Map([...state, [shard, { grants, all, late }]]);
}

/** What is left to be granted, in millionths. */
export function restOf(grants: Grants): Parts {
  const granted = [...grants.values()];
  return {
    all: WHOLE - granted.reduce((sum, { all }) => sum + all, 0),
    late: WHOLE - granted.reduce((sum, { late }) => sum + late, 0),
  };
}

/** The share of a shard as the grants say it. */
export function shareOf(grants: Grants, shard: number): PoolShare {
  const rest = restOf(grants);
  return { ...NO_SHARE, ...grants.get(shard), allIsLast: rest.all === 0, lateIsLast: rest.late === 0 };
}

/**
 * One more grant for a shard that has used what it knows of. `known`: how many grants it has received; where it has not
 * received its last one yet, it gets that one and no more.
 */
export function decideGrant(
  state: Grants,
  { day, shard, shards, known, wants }: {
    readonly day: string;
    readonly shard: number;
    /** How many share the pool. */
    readonly shards: number;
    readonly known: number;
    readonly wants: Wants;
  },
): PoolShareGranted[] {
  const own = shareOf(state, shard);
  if (own.grants > known) return [];
  const rest = restOf(state);
  const more = (left: number, wanted: number) =>
    wanted === 0 ? 0 : Math.min(left, Math.max(SMALLEST, wanted, Math.floor(left / (SHARE_OF_REST * shards))));
  const added = { all: more(rest.all, wants.all), late: more(rest.late, wants.late) };
  if (added.all === 0 && added.late === 0) return [];
  const data = { day, shard, grants: own.grants + 1, all: own.all + added.all, late: own.late + added.late };
  return [{ type: "PoolShareGranted", data }];
}

export function evolveShare(_state: PoolShare, { data }: PoolShareReceived): PoolShare {
  const { grants, all, late, allIsLast, lateIsLast } = data;
  return { grants, all, late, allIsLast, lateIsLast };
}

/** A share only grows, and once it is the last it stays so: an answer that was overtaken changes nothing. */
export function decideReceipt(state: PoolShare, day: string, share: PoolShare): PoolShareReceived[] {
  if (share.grants < state.grants) return [];
  const allIsLast = state.allIsLast || share.allIsLast;
  const lateIsLast = state.lateIsLast || share.lateIsLast;
  if (share.grants === state.grants && allIsLast === state.allIsLast && lateIsLast === state.lateIsLast) return [];
  return [{ type: "PoolShareReceived", data: { day, ...share, allIsLast, lateIsLast } }];
}
