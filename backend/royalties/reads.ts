import { giftShares, isReleasedRoyalty } from "../../projections/gifts/gifts.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import {
  royaltyBooks,
  royaltyCreators,
  type RoyaltyMonthRow,
  royaltyMonths,
  type RoyaltyTrackRow,
  royaltyTracks,
} from "../../projections/royalties/royalties.ts";
import { settledDisputesOf, type SplitDisputeRow } from "../../projections/catalogue/splits.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { settlementsOf, taxOfCreator } from "../../projections/royalties/withheld_tax.ts";
import { isoTime } from "../contract/iso_time.ts";
import type { Policy } from "../contract/policy_rules.ts";
import {
  monthAfter,
  monthOf,
  monthStart,
  royaltiesCloseAt,
  type RoyaltyBooks,
  type RoyaltyBooksMonth,
  type RoyaltyMonth,
  type RoyaltyMonthDetail,
  type RoyaltyState,
  type RoyaltyTrack,
  type RoyaltyYear,
} from "../contract/royalties.ts";
import type { Deps } from "../deps.ts";
import { settlingNow } from "../wallet/settling/reads.ts";
import { attribute, type Released } from "./disputed.ts";
import { taxOf } from "./state.ts";
import { taxRateOf } from "../../projections/admin/tax_rate.ts";

type RoyaltyDeps = Pick<Deps, "store" | "shardOf" | "now">;

const FIRST_MONTH = "2025-01";

/** A year of a creator's royalties: its months up to now, the newest first, and its songs. */
export async function royaltyYear(deps: RoyaltyDeps, creatorId: string, asked?: number): Promise<RoyaltyYear> {
  const { sql } = deps.store;
  const thisMonth = monthOf(deps.now());
  const year = asked ?? Number(thisMonth.slice(0, 4));
  const span = { from: `${year}-01`, to: `${year}-12` };
  const [rows, tracks, around] = await Promise.all([
    royaltyMonths(sql, { shard: deps.shardOf(creatorId), creatorId }, { from: FIRST_MONTH, to: thisMonth }),
    royaltyTracks(sql, creatorId, span),
    aroundOf(deps, creatorId, span),
  ]);
  const own = rows.filter(({ month }) => month.startsWith(`${year}-`));
  const sent = new Set(own.map(({ month }) => month));
  const open: RoyaltyMonth[] = [];
  for (let month = span.from; month <= span.to && month <= thisMonth; month = monthAfter(month)) {
    const isOpen = closesAt(around.policies, month) > deps.now();
    if (!sent.has(month) && (isOpen || around.released.has(month))) open.push(monthFor(month, undefined, around));
  }
  const months = [...own.map((row) => monthFor(row.month, row, around)), ...open];
  const known = [thisMonth, ...rows.map(({ month }) => month), ...around.released.keys()];
  const years = new Set([year, ...known.map((month) => Number(month.slice(0, 4)))]);
  return {
    year,
    years: [...years].sort((one, two) => two - one),
    months: months.sort((one, two) => one.month < two.month ? 1 : -1),
    ...{ totalKobo: sumOf(months, "kobo"), fromDisputesKobo: sumOf(months, "fromDisputesKobo") },
    voidedKobo: sumOf(months, "voidedKobo"),
    ...{ withheldKobo: sumOf(months, "withheldKobo"), taxKobo: sumOf(months, "taxKobo") },
    netKobo: sumOf(months, "netKobo"),
    tracks: await shownTracks(deps, tracks.filter(({ month }) => sent.has(month))),
  };
}

/** A month of a creator's royalties with its songs. */
export async function royaltyMonth(deps: RoyaltyDeps, creatorId: string, month: string): Promise<RoyaltyMonthDetail> {
  const { sql } = deps.store;
  const span = { from: month, to: month };
  const [[row], tracks, around] = await Promise.all([
    royaltyMonths(sql, { shard: deps.shardOf(creatorId), creatorId }, span),
    royaltyTracks(sql, creatorId, span),
    aroundOf(deps, creatorId, span),
  ]);
  const { royaltyBasisPoints, freeRoyaltyKoboPerHour } = policyAt(around.policies, monthStart(month));
  return {
    ...monthFor(month, row, around),
    ...{ shareBasisPoints: royaltyBasisPoints, freeKoboPerHour: freeRoyaltyKoboPerHour },
    tracks: row ? await shownTracks(deps, tracks) : [],
  };
}

function sumOf(
  months: readonly RoyaltyMonth[],
  part: "kobo" | "fromDisputesKobo" | "voidedKobo" | "withheldKobo" | "taxKobo" | "netKobo",
): number {
  return months.reduce((sum, month) => sum + month[part], 0);
}

interface MonthContext {
  readonly policies: readonly Policy[];
  /** What was withheld, by month of listening. */
  readonly withheld: ReadonlyMap<string, number>;
  /** What disputes of shares had held and let go, by month of listening. */
  readonly released: ReadonlyMap<string, { readonly grossUnits: number; readonly withheldUnits: number }>;
  readonly isFrozen: boolean;
  readonly now: number;
}

async function aroundOf(
  deps: RoyaltyDeps,
  creatorId: string,
  span: { from: string; to: string },
): Promise<MonthContext> {
  const { sql } = deps.store;
  const shard = deps.shardOf(creatorId);
  const [policies, withheld, released, { frozen }] = await Promise.all([
    readPolicies(sql),
    taxOfCreator(sql, { shard, creatorId }, span),
    releasedByMonth(deps, creatorId),
    settlingNow(sql, shard, creatorId),
  ]);
  return { policies, withheld, released, isFrozen: frozen !== undefined, now: deps.now() };
}

function closesAt(policies: readonly Policy[], month: string): number {
  return royaltiesCloseAt(month, policyAt(policies, monthStart(monthAfter(month))));
}

function monthFor(month: string, row: RoyaltyMonthRow | undefined, around: MonthContext): RoyaltyMonth {
  const { voidedKobo = 0, openParts = [] } = row ?? {};
  const { grossUnits: fromDisputesKobo = 0, withheldUnits: ofThatKobo = 0 } = around.released.get(month) ?? {};
  const kobo = (row?.kobo ?? 0) + fromDisputesKobo;
  const taxBasisPoints = taxRateOf(around.policies, month);
  const withheldKobo = (around.withheld.get(month) ?? 0) + ofThatKobo;
  const taxKobo = openParts.reduce((sum, part) => sum + taxOf(part, taxBasisPoints), withheldKobo);
  return {
    ...{ month, state: stateOf(month, row, around), closesAt: isoTime(closesAt(around.policies, month)) },
    ...(row?.until !== undefined && { availableAt: isoTime(row.until) }),
    ...{ kobo, fromDisputesKobo, voidedKobo, voidedBecause: [...row?.reasons ?? []] },
    ...{ taxBasisPoints, withheldKobo, taxKobo, netKobo: kobo - voidedKobo - taxKobo },
  };
}

function stateOf(month: string, row: RoyaltyMonthRow | undefined, around: MonthContext): RoyaltyState {
  const { policies, released, isFrozen, now } = around;
  // What a dispute let go is available immediately.
  const nothing = released.has(month) ? "available" : "nothing";
  if (!row) return closesAt(policies, month) > now ? "open" : nothing;
  if (row.kobo === 0) return nothing;
  // What is on its way from another shard settles when it comes.
  if (row.leftKobo > 0 || row.heldKobo < row.kobo) return isFrozen ? "held" : "settling";
  return row.voidedKobo >= row.kobo ? "voided" : "available";
}

/** Songs with their names, most first; months of one song are one line. */
async function shownTracks({ store }: RoyaltyDeps, rows: readonly RoyaltyTrackRow[]): Promise<RoyaltyTrack[]> {
  const byTrack = Map.groupBy(rows, ({ trackId }) => trackId);
  const facts = await trackFacts(store.sql, [...byTrack.keys()]);
  const sum = (list: readonly RoyaltyTrackRow[], part: "ms" | "kobo") => list.reduce((all, row) => all + row[part], 0);
  return [...byTrack].map(([trackId, list]) => {
    const { title = "Removed track", artist = "" } = facts.get(trackId) ?? {};
    return {
      ...{ _id: trackId, title, artist, seconds: Math.floor(sum(list, "ms") / 1_000), kobo: sum(list, "kobo") },
      // Of a year: of its best month, since who listens every month is one listener.
      listeners: Math.max(...list.map(({ listeners }) => listeners)),
    };
  }).sort((one, two) => two.kobo - one.kobo || two.seconds - one.seconds || (one._id < two._id ? -1 : 1));
}

/** What all creators got, by month, the newest first. */
export async function royaltiesOfAll({ store: { sql } }: Pick<Deps, "store">): Promise<RoyaltyBooks> {
  const [closings, creators] = await Promise.all([royaltyBooks(sql), royaltyCreators(sql)]);
  const months = [...Map.groupBy(closings, ({ month }) => month)].map(([month, list]): RoyaltyBooksMonth => {
    const sum = (part: "listeners" | "incomeKobo" | "shareKobo" | "royaltiesKobo" | "restKobo" | "sentKobo") =>
      list.reduce((all, row) => all + row[part], 0);
    const { creators: count = 0, voidedKobo = 0 } = creators.get(month) ?? {};
    return {
      ...{ month, listeners: sum("listeners"), creators: count, incomeKobo: sum("incomeKobo") },
      ...{ shareKobo: sum("shareKobo"), royaltiesKobo: sum("royaltiesKobo"), restKobo: sum("restKobo") },
      ...{ sentKobo: sum("sentKobo"), voidedKobo, isSent: sum("sentKobo") === sum("royaltiesKobo") },
    };
  });
  return { months };
}

/** What a dispute held of royalties, by whose it is now. Of one that goes on, all is left. */
export async function attributionOf(
  { store: { sql }, shardOf }: Pick<Deps, "store" | "shardOf">,
  dispute: SplitDisputeRow,
) {
  const { disputeId, part, settledAt } = dispute;
  // What follows is read first: nothing is released that has not settled.
  const releases = settledAt === undefined ? [] : await releasesOf(sql, dispute);
  const settlements = await settlementsOf(sql, { shard: shardOf(disputeId), creatorId: disputeId });
  return attribute({ settlements, releases, part: part ?? 0 }, dispute);
}

/** What a dispute let go of royalties, in its order: both parts of one release have one moment. */
async function releasesOf(
  sql: Deps["store"]["sql"],
  { disputeId, creatorId }: Pick<SplitDisputeRow, "disputeId" | "creatorId">,
): Promise<Released[]> {
  const gifts = (await giftShares(sql, disputeId)).filter(isReleasedRoyalty);
  // What an admin gave back is let go once more.
  const sum = (list: typeof gifts) => list.reduce((all, { keptUnits }) => all + keptUnits, 0);
  return [...Map.groupBy(gifts.toSorted((one, other) => one.at - other.at), ({ at }) => at).values()]
    .map((list) => ({ units: sum(list), theirs: sum(list.filter(({ artistId }) => artistId === creatorId)) }));
}

/** What a person got of royalties that disputes had held, by month of listening, units; months without are missing. */
async function releasedByMonth(
  deps: RoyaltyDeps,
  creatorId: string,
): Promise<Map<string, { readonly grossUnits: number; readonly withheldUnits: number }>> {
  const months = new Map<string, { grossUnits: number; withheldUnits: number }>();
  for (const dispute of await settledDisputesOf(deps.store.sql, creatorId)) {
    for (const one of (await attributionOf(deps, dispute)).attributed) {
      if (one.creatorId !== creatorId) continue;
      const { grossUnits = 0, withheldUnits = 0 } = months.get(one.month) ?? {};
      months.set(one.month, {
        grossUnits: grossUnits + one.grossUnits,
        withheldUnits: withheldUnits + one.withheldUnits,
      });
    }
  }
  return months;
}
