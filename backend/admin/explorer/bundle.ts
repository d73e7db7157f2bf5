import type { AuditPlace } from "../../../projections/admin/audit_subjects.ts";
import { playsOfLot } from "../../../projections/wallet/payout_lots.ts";
import { findGift } from "../../../projections/gifts/gifts.ts";
import type { WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { giftStream } from "../../gifts/events.ts";
import { placesOf as placesOfGift } from "../../gifts/group.ts";
import { availableAccount } from "../../ledger/chart.ts";
import { pageOfEntries } from "../../ledger/entries.ts";
import { playStream } from "../../listening/report/events.ts";
import type { Place } from "../../store/chain/chained_events.ts";
import type { LogName } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";
import { settlingStream } from "../../wallet/settling/events.ts";
import { type BundledLot, type BundledPayout, PART, signedParts } from "../../audit/bundle.ts";
import { type Piece, placesOf, type StartedExport } from "../../audit/export.ts";
import { byLot, type Taken, usedOf, withdrawalOf } from "./reads.ts";

/** What is proven of a payout, before anything of it leaves. */
interface PayoutProof {
  readonly payout: BundledPayout;
  readonly places: readonly Place[];
}

/**
 * What pays for a withdrawal, with the events that show it: the withdrawal's own, all that moved the person's account
 * until then, settled rewards, gifts and plays. Refuses with `not_found` where there is no such withdrawal, or where
 * nothing pays for it because its tokens went back.
 */
export async function payoutProof(deps: Deps, withdrawalId: string): Promise<PayoutProof> {
  const row = await withdrawalOf(deps, withdrawalId);
  const taken = await byLot(deps, row);
  if (taken.length === 0) throw new Refusal("not_found", "Nothing pays for this withdrawal: its tokens went back");
  const { userId, units, shard } = row;
  const account = availableAccount(userId);
  const log = `ledger/${shard}` as const;
  const lots = await Promise.all(taken.map((one) => bundledLot(deps, row, one)));
  const payout = { withdrawalId, userId, units, account, log, lots };
  return { payout, places: await placesBehind(deps, row, payout) };
}

async function bundledLot(deps: Deps, { userId, shard }: WithdrawalRow, { lot, parts }: Taken): Promise<BundledLot> {
  const { transferId, units, giftId } = lot;
  const plays = usedOf(await playsOfLot(deps.store.sql, shard, { ...lot, userId }), parts);
  return {
    ...{ transferId, units, taken: parts.map(({ from, to }) => [from, to] as const) },
    ...(giftId && { giftId }),
    ...(plays.length > 0 && { plays: plays.map((one) => [one.position, one.playId, one.units] as const) }),
  };
}

const PAGE = 20_000;

async function placesBehind(deps: Deps, row: WithdrawalRow, { account, log, lots }: BundledPayout): Promise<Place[]> {
  const { sql } = deps.store;
  const { shard, userId, withdrawalId } = row;
  const places: Place[] = [];
  for (let after = 0;;) {
    const page = await pageOfEntries(sql, shard, { account, after, limit: PAGE });
    places.push(...page.map(({ position }) => ({ log, position })));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.position;
  }
  const plays = lots.flatMap((lot) => lot.plays ?? []);
  places.push(...plays.flatMap(([position]) => position > 0 ? [{ log, position }] : []));
  const giftIds = lots.flatMap(({ giftId }) => giftId ?? []);
  const gifts = await Promise.all(giftIds.map((giftId) => findGift(sql, giftId)));
  const streams: [LogName, string[]][] = [
    [log, [settlingStream(userId), `withdrawal/${withdrawalId}`]],
    [`plays/${shard}`, [...new Set(plays.map(([, playId]) => playStream(playId)))]],
    ...gifts.flatMap((gift): [LogName, string[]][] =>
      gift ? [[`ledger/${placesOfGift(deps, gift).shard}`, [giftStream(gift.giftId)]]] : []
    ),
  ];
  for (const [name, of] of streams) {
    for (const events of (await readStreams(sql, name, of)).values()) places.push(...events);
  }
  return places;
}

/** The proof of a payout as signed parts: the sum of its lots comes with the first. */
export async function* payoutBundle(
  deps: Deps,
  started: StartedExport,
  { payout, places }: PayoutProof,
): AsyncGenerator<Piece, void> {
  const about: AuditPlace[] = [];
  for await (const page of placesOf(deps, started)) about.push(...page);
  yield* signedParts(deps, started, { pages: inPages([...about, ...places]), more: { payout } });
}

/** Each place once, in the order of the logs, so that blocks follow each other from part to part. */
async function* inPages(places: readonly Place[]): AsyncGenerator<readonly Place[], void> {
  const unique = [...new Map(places.map((one) => [`${one.log} ${one.position}`, one])).values()];
  unique.sort((one, two) => one.log < two.log ? -1 : one.log > two.log ? 1 : one.position - two.position);
  for (let from = 0; from < unique.length; from += PART) yield unique.slice(from, from + PART);
}
