import type { TasteSongs } from "../../contract/offline.ts";
import { TASTE_SONGS } from "../../contract/offline.ts";
import { tastesOf } from "../../../projections/catalogue/taste_songs.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type TasteEvent, tasteStream } from "./events.ts";
import { decideTaste, decideTasteRemoved, evolveTastes, type Tastes, tasteSongs } from "./state.ts";

interface ChangeTaste {
  readonly shard: number;
  readonly userId: string;
  readonly trackId: string;
}

/** The songs that people save without Premium. */
const tastes = streamsOf<ChangeTaste, Tastes, TasteEvent>({
  log: ({ shard }) => `plays/${shard}`,
  stream: ({ userId }) => tasteStream(userId),
  initial: new Map(),
  evolve: evolveTastes,
  async read(tx, asked) {
    const found = new Map<string, Tastes>();
    for (const [shard, own] of Map.groupBy(asked, (one) => one.shard)) {
      for (const [userId, tastes] of await tastesOf(tx, shard, own.map(({ userId }) => userId))) {
        found.set(userId, tastes);
      }
    }
    return ({ userId }) => found.get(userId) ?? new Map();
  },
});

const saveTaste = tastes.handler("saveTaste", {
  id: (change: ChangeTaste) => change,
  decide: (known, { userId, trackId }, { now }) => decideTaste(known, { userId, trackId, now }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

const removeTaste = tastes.handler("removeTaste", {
  id: (change: ChangeTaste) => change,
  decide: (known, { userId, trackId }, { now }) => decideTasteRemoved(known, { userId, trackId, now }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Gives a song one of the places of who has no Premium, or takes it back; throws Refusal `taste_full`. Harmless twice. */
export async function changeTaste(
  deps: Deps,
  { userId, trackId, wanted, metadata }: { userId: string; trackId: string; wanted: boolean; metadata: Metadata },
): Promise<TasteSongs> {
  const shard = deps.shardOf(userId);
  const options = { logs: [`plays/${shard}`] as const, metadata };
  await deps.store.execute(wanted ? saveTaste : removeTaste, { shard, userId, trackId }, options);
  return await readTaste(deps, userId);
}

/** The songs that someone has saved without Premium. */
export async function readTaste(deps: Deps, userId: string): Promise<TasteSongs> {
  const known = (await tastesOf(deps.store.sql, deps.shardOf(userId), [userId])).get(userId) ?? new Map();
  return { limit: TASTE_SONGS, songs: tasteSongs(known, deps.now()) };
}
