import { creditedPlays } from "../../../projections/listening/plays.ts";
import { findUncounted, uncountedOf } from "../../../projections/listening/uncounted_plays.ts";
import { isFiltered } from "../../../projections/catalogue/track_days.ts";
import { voidedOf } from "../../../projections/wallet/settling.ts";
import type { Deps } from "../../deps.ts";
import { readStreams } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { type PlayReported, playStream } from "../report/events.ts";
import { type UncountedEvent, type UncountedPlay, uncountedStream } from "./events.ts";

interface Listener {
  readonly shard: number;
  readonly listenerId: string;
}

/** The stream only says what happened: what is decided on is the figures. */
const uncounted = streamsOf<Listener, null, UncountedEvent>({
  log: ({ shard }) => `plays/${shard}`,
  stream: ({ listenerId }) => uncountedStream(listenerId),
  initial: null,
  evolve: () => null,
  read: () => Promise.resolve(() => null),
});

type Uncount = Listener & { readonly decisionId: string; readonly playIds: readonly string[] };
type Recount = Listener & { readonly appealId: string; readonly playIds: readonly string[] };

interface Figures {
  /** Each play as its last report says. */
  readonly counted: Map<string, UncountedPlay>;
  /** What of them is out of the figures already. */
  readonly out: Map<string, Pick<UncountedPlay, "plays" | "ms">>;
}

async function figuresOf(
  tx: Tx,
  commands: readonly (Listener & { readonly playIds: readonly string[] })[],
): Promise<Figures> {
  const figures: Figures = { counted: new Map(), out: new Map() };
  for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
    const playIds = [...new Set(list.flatMap((command) => command.playIds))];
    const streams = await readStreams<PlayReported>(tx, `plays/${shard}`, playIds.map(playStream));
    for (const reports of streams.values()) {
      const last = reports.at(-1);
      if (last) figures.counted.set(last.data.playId, figuresIn(last.data));
    }
    for (const [playId, out] of await findUncounted(tx, shard, playIds)) figures.out.set(playId, out);
  }
  return figures;
}

function figuresIn(play: PlayReported["data"]): UncountedPlay {
  const { playId, trackId, day, creditedMs, offline, deviceId, startedAt } = play;
  const isCounted = isFiltered(play);
  return {
    ...{ playId, trackId, day, plays: Number(isCounted), ms: creditedMs },
    ...(isCounted && offline && deviceId !== undefined && { offline: { deviceId, startedAt } }),
  };
}

const uncountPlays = uncounted.handler("uncountPlays", {
  id: (command: Uncount): Listener => command,
  beside: (tx, commands) => figuresOf(tx, commands),
  decide(_state, { listenerId, decisionId, playIds }, { beside: { counted, out } }): UncountedEvent[] {
    const plays = playIds.flatMap((playId): UncountedPlay[] => {
      const [play, before] = [counted.get(playId), out.get(playId) ?? { plays: 0, ms: 0 }];
      if (!play || (play.plays <= before.plays && play.ms <= before.ms)) return [];
      out.set(playId, play);
      return [{ ...play, plays: Math.max(0, play.plays - before.plays), ms: Math.max(0, play.ms - before.ms) }];
    });
    return plays.length === 0 ? [] : [{ type: "PlaysUncounted", data: { listenerId, decisionId, plays } }];
  },
  result: () => undefined,
});

const recountPlays = uncounted.handler("recountPlays", {
  id: (command: Recount): Listener => command,
  beside: (tx, commands) => figuresOf(tx, commands),
  decide(_state, { listenerId, appealId, playIds }, { beside: { counted, out } }): UncountedEvent[] {
    const plays = playIds.flatMap((playId): UncountedPlay[] => {
      const [play, before] = [counted.get(playId), out.get(playId)];
      if (!play || !before) return [];
      out.delete(playId);
      return [{ ...play, plays: before.plays, ms: before.ms }];
    });
    return plays.length === 0 ? [] : [{ type: "PlaysRecounted", data: { listenerId, appealId, plays } }];
  },
  result: () => undefined,
});

/** What charts and the evidence of groups look back on. */
const WINDOW_MS = 28 * 86_400_000;
/** An event holds the plays of a few days, not of a life. */
const MOST_PLAYS = 500;

type UncountDeps = Pick<Deps, "store" | "shardOf">;

/**
 * Takes every play whose reward is voided out of the figures, and what else the account was credited for in the four
 * weeks `through` (epoch ms) the decision: rewards that have settled are paid, but the charts believe them no longer.
 * Doing it again changes nothing.
 */
export async function uncountVoided(
  deps: UncountDeps,
  { userId, decisionId, by, through }: {
    readonly userId: string;
    readonly decisionId: string;
    readonly by: string;
    readonly through: number;
  },
): Promise<void> {
  const shard = deps.shardOf(userId);
  const credited = { listenerId: userId, from: through - WINDOW_MS, to: through };
  const [voided, settled] = await Promise.all([
    voidedOf(deps.store.sql, shard, userId),
    creditedPlays(deps.store.sql, shard, credited),
  ]);
  for (const playIds of parts([...new Set([...standing(voided), ...settled])])) {
    const command = { shard, listenerId: userId, decisionId, playIds };
    await deps.store.execute(uncountPlays, command, { logs: [`plays/${shard}`], metadata: { actor: by } });
  }
}

/**
 * Counts again what was taken out and whose reward is no longer voided; once no reward of the account is, also what had
 * settled. Doing it again changes nothing.
 */
export async function recountReturned(
  deps: UncountDeps,
  { userId, appealId, by }: { readonly userId: string; readonly appealId: string; readonly by: string },
): Promise<void> {
  const shard = deps.shardOf(userId);
  const all = await voidedOf(deps.store.sql, shard, userId);
  const [still, ever] = [standing(all), new Set(all.map(({ playId }) => playId))];
  const out = await uncountedOf(deps.store.sql, shard, userId);
  const back = out.filter((playId) => !still.has(playId) && (still.size === 0 || ever.has(playId)));
  for (const playIds of parts(back)) {
    const command = { shard, listenerId: userId, appealId, playIds };
    await deps.store.execute(recountPlays, command, { logs: [`plays/${shard}`], metadata: { actor: by } });
  }
}

/** The plays whose rewards are voided now. */
function standing(voided: Awaited<ReturnType<typeof voidedOf>>): Set<string> {
  return new Set(voided.filter(({ givenBackAt }) => givenBackAt === undefined).map(({ playId }) => playId));
}

function parts(playIds: readonly string[]): string[][] {
  return Array.from(
    { length: Math.ceil(playIds.length / MOST_PLAYS) },
    (_, index) => playIds.slice(index * MOST_PLAYS, (index + 1) * MOST_PLAYS),
  );
}
