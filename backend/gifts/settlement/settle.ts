import { artistsWithDueGifts, youngGiftsOut } from "../../../projections/gifts/held_gifts.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { type GroupDebts, loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { type Artist, type GroupHolds, loadHeldGifts, settleHeld } from "./holding.ts";
import { dueGifts } from "./state.ts";

const METADATA = { actor: "system:settling" };
const AT_ONCE = 200;

type Settling = GroupHolds & { readonly debts: GroupDebts; readonly young: Young };

/** Whose identity is proven, what of young gifts is out by artist, and what may be. */
interface Young {
  readonly proven: ReadonlySet<string>;
  readonly outUnits: ReadonlyMap<string, number>;
  readonly mostUnits: number;
}

/**
 * Makes an artist's gifts available whose time is over, but for young money that has to wait. What the artist owes is paid
 * of them first.
 */
const settleGifts: CommandHandler<Artist, Settling, { settled: number }, Omit<Young, "outUnits">> = {
  name: "settleGifts",
  async facts(sql, artists, { now }) {
    const levels = await levelsOf(sql, artists.map(({ artistId }) => artistId));
    const { youngGiftsOutUnits: mostUnits } = policyAt(await readPolicies(sql), now);
    return { mostUnits, proven: new Set([...levels].filter(([, level]) => level === 2).map(([artistId]) => artistId)) };
  },
  async load(tx, artists, scope) {
    const people = artists.map(({ shard, artistId }) => ({ shard, userId: artistId }));
    const outUnits = new Map<string, number>();
    for (const [shard, list] of Map.groupBy(artists, (artist) => artist.shard)) {
      const asked = { artistIds: list.map(({ artistId }) => artistId), now: scope.now };
      for (const [artistId, units] of await youngGiftsOut(tx, shard, asked)) outUnits.set(artistId, units);
    }
    const young = { ...scope.facts, outUnits };
    return { ...await loadHeldGifts(tx, scope, artists), debts: await loadDebts(tx, scope, people), young };
  },
  decide({ debts, young, ...group }, artist, { now }) {
    const { artistId } = artist;
    const mostUnits = young.proven.has(artistId) ? young.mostUnits : undefined;
    const due = dueGifts(group.holds.of(artist), { now, mostUnits, outUnits: young.outUnits.get(artistId) ?? 0 });
    const settled = settleHeld(group, artist, ({ giftId }) => due.has(giftId));
    const paid = settled.length > 0 ? payDebts(debts, { shard: artist.shard, userId: artistId }) : [];
    return { appends: [...settled, ...paid], result: { settled: settled.length } };
  },
};

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
