import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { sendReports } from "../../listening/report/report.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { SeedClock } from "./clock.ts";
import { type HeardTrack, SeedProof } from "./proof.ts";

interface SeedListener {
  readonly userId: string;
  /** Share of the catalogue heard on a day, 0 to 1. */
  readonly eagerness: number;
  /** The phone that plays what it has saved, without the network, on every other day; for Premium alone. */
  readonly savesOn?: string;
  /** Songs that they have not come across yet. */
  readonly unheard?: ReadonlySet<string>;
}

export interface SeedTrack {
  readonly trackId: string;
  readonly durationMs: number;
  readonly ownerId: string;
  /** Epoch ms: no plays before it. */
  readonly publishedAt: number;
}

/** The demo's people listen as accounts of this level, whatever theirs is today. */
const LEVEL = 1;

interface SeedListening {
  readonly listeners: readonly SeedListener[];
  readonly tracks: readonly SeedTrack[];
  /** When the accounts were made, epoch ms. */
  readonly since: number;
  /** How many days back it begins. */
  readonly days: number;
  /** How many days back it ends; 1, the default, is yesterday. */
  readonly lastDay?: number;
}

/** Where people start what they hear; those named twice more often. */
const SOURCES = ["discover", "discover", "songs", "songs", "search", "playlist", "radio", "artist", "share"] as const;

const DAY_MS = 24 * 3_600_000;
/** Of ten plays, nine were streamed from here; one is reported only, as a doubtful one is. */
const SERVED_SHARE = 0.9;

/**
 * Weeks of listening, each day in its evening: the same reports that phones send, with the same
 * command. The ids alone decide who heard what when, so an interrupted seed continues and repeats nothing.
 */
export async function seedPlays(
  deps: Deps,
  clock: SeedClock,
  world: SeedListening,
): Promise<void> {
  const today = lagosDayStart(lagosDay(clock.end));
  const proof = new SeedProof(deps);
  for (let back = world.days; back >= (world.lastDay ?? 1); back--) {
    const morning = today - back * DAY_MS + 7 * 3_600_000;
    clock.set(morning);
    for (const { userId, savesOn } of world.listeners) if (savesOn !== undefined) await proof.licence(userId, savesOn);
    const days = world.listeners.map((listener) => {
      const isOffline = listener.savesOn !== undefined && back % 2 === 0;
      return { listener, isOffline, heard: heardOn(listener, { ...world, morning, isOffline }) };
    });
    await Promise.all(days.map(async ({ listener, isOffline, heard }) => {
      const tracks = isOffline ? [] : streamed(listener, morning, heard);
      await proof.serve({ userId: listener.userId, morning, tracks });
    }));
    clock.set(morning + 16 * 3_600_000);
    await Promise.all(days.map(async ({ listener, heard }) => {
      if (heard.length > 0) await report(deps, listener, { since: world.since, heard });
    }));
  }
}

interface SeedDay extends Pick<SeedListening, "tracks"> {
  readonly morning: number;
  readonly isOffline: boolean;
}

type Heard = ReturnType<typeof heardOn>;

function heardOn({ userId, eagerness, savesOn, unheard }: SeedListener, { tracks, morning, isOffline }: SeedDay) {
  let startedAt = morning + chance(userId, "start", morning) * 3_600_000;
  return tracks.flatMap((track) => {
    if (unheard?.has(track.trackId)) return [];
    if (track.publishedAt > morning || chance(userId, track.trackId, morning) > eagerness) return [];
    // Most songs are heard to the end; some are skipped early, as people do.
    const share = chance(track.trackId, userId, morning) < 0.85 ? 1 : 0.15 + chance(userId, "skip", morning) * 0.5;
    const listenedMs = Math.max(1_000, Math.round(track.durationMs * share));
    const playId = derivedId(userId, `play ${track.trackId} ${morning}`);
    const report = {
      ...{ playId, trackId: track.trackId, startedAt: Math.round(startedAt), listenedMs },
      source: SOURCES[Math.floor(chance(userId, "source", morning, track.trackId) * SOURCES.length)] ?? "discover",
      heard: [[0, Math.ceil(listenedMs / 1_000)] as [number, number]],
      ...(isOffline && savesOn !== undefined ? { offline: true, deviceId: savesOn } : {}),
    };
    startedAt += listenedMs + 4_000 + chance(userId, "pause", startedAt) * 90_000;
    const { durationMs, ownerId, publishedAt: availableFrom } = track;
    return [{ report, serverMade: false, track: { durationMs, ownerId, availableFrom, availableUntil: undefined } }];
  });
}

async function report(
  deps: Deps,
  { userId }: SeedListener,
  { since, heard }: { since: number; heard: Heard },
): Promise<void> {
  await sendReports(
    deps.store,
    { listener: { id: userId, since, level: LEVEL }, receivedAt: deps.now(), skewMs: 0, reports: heard },
    { metadata: { actor: `user:${userId}` }, lane: "bulk" },
  );
}

/** What was sent to the listener: nearly all that was heard, and no more of it. */
function streamed({ userId }: SeedListener, morning: number, heard: Heard): HeardTrack[] {
  return heard
    .filter(({ report: { trackId } }) => chance(userId, "served", trackId, morning) < SERVED_SHARE)
    .map(({ report: { trackId, listenedMs }, track: { durationMs } }) => ({ trackId, durationMs, listenedMs }));
}

/** A number in [0, 1) that is always the same for the same words. */
function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const code of new TextEncoder().encode(words.join(" "))) hash = Math.imul(hash ^ code, 16_777_619);
  return (Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0) / 2 ** 32;
}
