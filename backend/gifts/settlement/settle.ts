import { artistsWithDueGifts, youngGiftsOut } from "../../../projections/gifts/held_gifts.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import type { Deps } from "../../deps.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { type Artist, decideDue, holdAppends, holds, loadHeldGifts } from "./holding.ts";
import { dueGifts } from "./state.ts";

const METADATA = { actor: "system:settling" };
const AT_ONCE = 200;

function ownerOf({ shard, artistId: userId }: Artist) {
  return { shard, userId };
}

/**
 * Makes an artist's gifts available whose time is over, but for young money that has to wait. What the artist owes is paid
 * of them first.
 */
const settleGifts = holds.handler("settleGifts", {
  id: (artist: Artist) => artist,
  // Whose identity is proven, and how much young money may be out.
  async facts(sql, artists, { now }) {
    const levels = await levelsOf(sql, artists.map(({ artistId }) => artistId));
    const { youngGiftsOutUnits: mostUnits } = policyAt(await readPolicies(sql), now);
    return { mostUnits, proven: new Set([...levels].filter(([, level]) => level === 2).map(([artistId]) => artistId)) };
  },
  async beside(tx, artists, scope) {
    // What of young gifts is out, by artist.
    const outUnits = new Map<string, number>();
    for (const [shard, list] of Map.groupBy(artists, (artist) => artist.shard)) {
      const asked = { artistIds: list.map(({ artistId }) => artistId), now: scope.now };
      for (const [artistId, units] of await youngGiftsOut(tx, shard, asked)) outUnits.set(artistId, units);
    }
    const group = await loadHeldGifts(tx, scope, artists);
    return { group, debts: await loadDebts(tx, scope, artists.map(ownerOf)), outUnits };
  },
  decide(held, artist, { facts, beside: { outUnits }, now }) {
    const { artistId } = artist;
    const mostUnits = facts.proven.has(artistId) ? facts.mostUnits : undefined;
    const due = dueGifts(held, { now, mostUnits, outUnits: outUnits.get(artistId) ?? 0 });
    return decideDue(held, artist, ({ giftId }) => due.has(giftId));
  },
  appends: (events, artist, { beside: { group, debts } }) => [
    ...holdAppends(group, artist, events),
    ...events.length > 0 ? payDebts(debts, ownerOf(artist)) : [],
  ],
  result: () => undefined,
});

/** Settles all gifts that are due. Another process that does the same at the same time finds it done. */
export async function settleDueGifts(deps: Pick<Deps, "store" | "now">, signal?: AbortSignal): Promise<void> {
  let after: string | undefined;
  do {
    const due = await artistsWithDueGifts(deps.store.sql, { now: deps.now(), after, limit: AT_ONCE });
    await Promise.all(
      due.map((artist) =>
        deps.store.execute(settleGifts, artist, { logs: shardLogs(artist.shard), metadata: METADATA, lane: "bulk" })
      ),
    );
    after = due.length === AT_ONCE ? due.at(-1)?.artistId : undefined;
  } while (after !== undefined && !signal?.aborted);
}
