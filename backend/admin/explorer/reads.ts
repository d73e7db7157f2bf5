import { deliveredRanges } from "../../../projections/listening/deliveries.ts";
import { findGift } from "../../../projections/gifts/gifts.ts";
import { type CameIn, lotsOf, playsOfLot } from "../../../projections/wallet/payout_lots.ts";
import { findPlays } from "../../../projections/listening/plays.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findWithdrawal, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { LotPlays, PayoutLots, PlayProof } from "../../contract/explorer.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { type LotPart, unitsIn } from "../../ledger/lots.ts";
import { type PlayReported, playStream } from "../../listening/report/events.ts";
import type { Recorded } from "../../store/log/event.ts";
import { readStreams } from "../../store/log/read.ts";

const PAGE = 100;

/** What pays for a withdrawal, and who gave what of it. Refuses with `not_found`. */
export async function payoutLots(deps: Deps, withdrawalId: string): Promise<PayoutLots> {
  const row = await withdrawalOf(deps, withdrawalId);
  const lots = await byLot(deps, row);
  const gifts = await Promise.all(lots.map(({ lot: { giftId } }) => giftId && findGift(deps.store.sql, giftId)));
  const givers = gifts.flatMap((gift) => gift ? [gift.giverId] : []);
  const persons = await openPersonsOf(deps, [...new Set([row.userId, ...givers])]);
  const personName = (id: string) => fullName(persons.get(id));
  const { userId, status, units, requestedAt } = row;
  return {
    ...{
      withdrawalId,
      userId,
      name: personName(userId),
      amount: tokensOf(units),
      status,
      requestedAt: isoTime(requestedAt),
    },
    lots: lots.map(({ lot: { transferId, at, code, units: all }, parts }, index) => {
      const gift = gifts[index];
      return {
        ...{ transferId, at: isoTime(at), code, tokens: tokensOf(unitsIn(parts)), lotTokens: tokensOf(all) },
        kind: gift ? "gift" : code.startsWith("reward") ? "plays" : "other",
        ...(gift && {
          gift: {
            ...{ giftId: gift.giftId, giver: { userId: gift.giverId, name: personName(gift.giverId) } },
            ...{ method: gift.method, reference: gift.reference ?? "" },
          },
        }),
      };
    }),
  };
}

/** A lot, and what the withdrawal takes of it. */
export interface Taken {
  readonly lot: CameIn;
  readonly parts: readonly LotPart<CameIn>[];
}

/** What pays for a withdrawal. One that came back left holes: then the next one has several parts of a lot. */
export async function byLot(deps: Deps, { userId, shard, withdrawalId }: WithdrawalRow): Promise<Taken[]> {
  const parts = await lotsOf(deps.store.sql, shard, { userId, withdrawalId });
  return [...Map.groupBy(parts, ({ lot }) => lot)].map(([lot, list]) => ({ lot, parts: list }));
}

/** A page of the plays behind what a withdrawal takes of a lot, behind the first `after`. Refuses with `not_found`. */
export async function lotPlays(
  deps: Deps,
  { withdrawalId, transferId, after }: { withdrawalId: string; transferId: string; after: number },
): Promise<LotPlays> {
  const { sql } = deps.store;
  const row = await withdrawalOf(deps, withdrawalId);
  const { userId, shard } = row;
  const taken = (await byLot(deps, row)).find(({ lot }) => lot.transferId === transferId);
  if (!taken) throw new Refusal("not_found", NO_PAYMENT);
  const used = usedOf(await playsOfLot(sql, shard, { ...taken.lot, userId }), taken.parts);
  const page = used.slice(after, after + PAGE);
  const plays = new Map(
    (await findPlays(sql, shard, page.map(({ playId }) => playId))).map((one) => [one.playId, one]),
  );
  const tracks = await trackFacts(sql, [...new Set([...plays.values()].map((play) => play.trackId))]);
  return {
    plays: page.map(({ playId, units }) => {
      const play = plays.get(playId);
      const { title = "Removed track", artist = "" } = tracks.get(play?.trackId ?? "") ?? {};
      return { playId, title, artist, playedAt: isoTime(play?.startedAt ?? 0), tokens: tokensOf(units) };
    }),
    ...(used.length > after + PAGE && { nextCursor: String(after + PAGE) }),
  };
}

/** Lays the rewards of plays end to end and cuts the taken parts out of them. */
export function usedOf(
  plays: readonly (readonly [position: number, playId: string, units: number])[],
  parts: readonly { readonly from: number; readonly to: number }[],
): { position: number; playId: string; units: number }[] {
  let end = 0;
  const used = plays.map(([position, playId, units]) => {
    const start = end;
    end += units;
    const taken = parts.map(({ from, to }) => Math.max(0, Math.min(to, end) - Math.max(from, start)));
    return { position, playId, units: taken.reduce((sum, one) => sum + one, 0) };
  });
  return used.filter(({ units }) => units > 0);
}

/** A play's receipt, its reports as the log holds them, and the sound that proves them. Refuses with `not_found`. */
export async function playProof(deps: Deps, listenerId: string, playId: string): Promise<PlayProof> {
  const { sql } = deps.store;
  const shard = deps.shardOf(listenerId);
  const [play] = await findPlays(sql, shard, [playId]);
  if (play?.listenerId !== listenerId) throw new Refusal("not_found", "There is no such play");
  const stream = playStream(playId);
  const events = (await readStreams<PlayReported>(sql, `plays/${shard}`, [stream])).get(stream) ?? [];
  const ticketIds = [...new Set(events.flatMap(({ data }) => (data.tickets ?? []).map(([ticketId]) => ticketId)))];
  const [tracks, deliveries] = await Promise.all([
    trackFacts(sql, [play.trackId]),
    deliveredRanges(sql, shard, { listenerId, trackId: play.trackId, ticketIds }),
  ]);
  const { title = "Removed track", artist = "" } = tracks.get(play.trackId) ?? {};
  return {
    ...{ playId, listenerId, title, artist, playedAt: isoTime(play.startedAt), listenedMs: play.listenedMs },
    ...{ creditedMs: play.creditedMs, tokens: tokensOf(play.units), status: play.status },
    ...(play.reason && { reason: play.reason }),
    ...{ offline: play.offline, policyVersion: play.policyVersion },
    reports: events.map((event) => reportOf(event, deliveries)),
  };
}

function reportOf(
  { log, position, recordedAt, data }: Recorded<PlayReported>,
  deliveries: Awaited<ReturnType<typeof deliveredRanges>>,
): PlayProof["reports"][number] {
  return {
    ...{ log, position, at: isoTime(recordedAt), deviceId: data.deviceId ?? "", creditedMs: data.newCreditedMs },
    licensedMs: data.licensedMs ?? 0,
    heard: data.spans.map(([from, to]) => ({ from: isoTime(from), to: isoTime(to) })),
    proofs: (data.tickets ?? []).map(([ticketId, usedMs]) => {
      const found = deliveries.get(ticketId);
      if (!found) return { ticketId, usedMs };
      const { device = "", beganAt, endsAt, deliveredMs, isCopy, ranges } = found;
      return {
        ...{ ticketId, usedMs },
        delivery: {
          ...{ device, beganAt: isoTime(beganAt), endsAt: isoTime(endsAt), deliveredMs, isCopy },
          ranges: ranges.map(({ from, to }) => ({ fromMs: from, toMs: to })),
        },
      };
    }),
  };
}

const NO_PAYMENT = "Payment request not found";

/** A withdrawal by its id. Refuses with `not_found`. */
export async function withdrawalOf({ store }: Pick<Deps, "store">, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(store.sql, withdrawalId);
  if (!row) throw new Refusal("not_found", NO_PAYMENT);
  return row;
}
