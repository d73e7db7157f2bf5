import { artistsWithDueGifts } from "../../../projections/held_gifts.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { type GroupDebts, loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { type Artist, type GroupHolds, loadHeldGifts, settleHeld } from "./holding.ts";

const METADATA = { actor: "system:settling" };
const AT_ONCE = 200;

type Settling = GroupHolds & { readonly debts: GroupDebts };

/** Makes an artist's gifts available whose time is over. What the artist owes is paid of them first. */
const settleGifts: CommandHandler<Artist, Settling, { settled: number }> = {
  name: "settleGifts",
  async load(tx, artists, scope) {
    const people = artists.map(({ shard, artistId }) => ({ shard, userId: artistId }));
    return { ...await loadHeldGifts(tx, scope, artists), debts: await loadDebts(tx, scope, people) };
  },
  decide({ debts, ...group }, artist, { now }) {
    const settled = settleHeld(group, artist, ({ until, isFrozen }) => until <= now && !isFrozen);
    const paid = settled.length > 0 ? payDebts(debts, { shard: artist.shard, userId: artist.artistId }) : [];
    return { appends: [...settled, ...paid], result: { settled: settled.length } };
  },
};

/** Settles all gifts that are due. Another process that does the same at the same time finds it done. */
export async function settleDueGifts(deps: Pick<Deps, "store" | "now">, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    const due = await artistsWithDueGifts(deps.store.sql, { now: deps.now(), limit: AT_ONCE });
    const settled = await Promise.all(
      due.map((artist) =>
        deps.store.execute(settleGifts, artist, { logs: shardLogs(artist.shard), metadata: METADATA, lane: "bulk" })
      ),
    );
    more = due.length === AT_ONCE && settled.some(({ result }) => result.settled > 0);
  }
}
