import { type PlayingState, SILENT_AFTER_MS, type ToldAnswer } from "../../contract/playing.ts";
import type { PlayingAsk, PlayingTold } from "../../contract/requests/playing.ts";
import type { Presence } from "./presence.ts";

/** A device that was silent for so long is hidden. */
const SHOWN_MS = 3_600_000;

/**
 * What is kept of what a device tells, and what it is answered. Nothing is kept where the queue is not known. A device
 * that does not play has done what it was asked; sound that began after the question was not meant by it.
 */
export function tell(
  before: Presence | undefined,
  told: PlayingTold,
  now: number,
): { presence: Presence | undefined; answer: Pick<ToldAnswer, "ask" | "isWatched" | "needsQueue"> } {
  const { soundMs, answeredId, queue: sent, unmixed: sentOrder, ...facts } = told;
  const known = before?.queueId === told.queueId ? before : undefined;
  const queue = sent ?? known?.queue;
  const watchedUntil = before?.watchedUntil ?? 0;
  const isWatched = watchedUntil > now;
  if (!queue || facts.place >= queue.length) {
    return { presence: undefined, answer: { isWatched, needsQueue: true } };
  }
  const asked = before?.ask;
  const isDone = asked !== undefined && (!told.isPlaying || answeredId === asked.id);
  const ask = isDone || (asked && now - soundMs > asked.at) ? undefined : asked;
  const unmixed = sent ? sentOrder : known?.unmixed;
  return {
    presence: {
      ...facts,
      ...{ queue, unmixed, toldAt: now, watchedUntil, ask },
      answeredId: isDone ? asked.id : before?.answeredId,
    },
    answer: { ...(ask && { ask: { id: ask.id, kind: ask.kind } }), isWatched, needsQueue: false },
  };
}

/** Leaves a question for a device. One that does not play has nothing to answer. The same question again changes nothing. */
export function askOf(presence: Presence, { askId, kind }: PlayingAsk, now: number): Presence {
  if (presence.answeredId === askId || presence.ask?.id === askId) return presence;
  if (!presence.isPlaying) return { ...presence, answeredId: askId };
  return { ...presence, ask: { id: askId, kind, at: now } };
}

/** The state of a device; undefined when it was silent for too long to be shown. */
export function standingOf(
  { isPlaying, toldAt }: Pick<Presence, "isPlaying" | "toldAt">,
  now: number,
): PlayingState | undefined {
  if (now - toldAt >= SHOWN_MS) return undefined;
  if (!isPlaying) return "paused";
  return now - toldAt > SILENT_AFTER_MS ? "silent" : "playing";
}

/** Where in the song a device is now, by what it told; of one that is silent, where it was. Never past `durationMs`. */
export function positionOf(
  presence: Pick<Presence, "isPlaying" | "toldAt" | "positionMs">,
  { now, durationMs }: { now: number; durationMs: number },
): number {
  const passed = standingOf(presence, now) === "playing" ? Math.max(0, now - presence.toldAt) : 0;
  return Math.min(presence.positionMs + passed, durationMs);
}

/** A queue without the songs that are gone; the place is the song's, or that of the next one that is left. */
export function without(
  { queue, unmixed, place }: Pick<Presence, "queue" | "unmixed" | "place">,
  isGone: (trackId: string) => boolean,
): { queue: string[]; unmixed: number[] | undefined; place: number; hasPlace: boolean } {
  const kept = queue.flatMap((trackId, index) => isGone(trackId) ? [] : [index]);
  const next = kept.findIndex((index) => index >= place);
  return {
    queue: kept.flatMap((index) => queue[index] ?? []),
    unmixed: unmixed ? kept.map((index) => unmixed[index] ?? -1) : undefined,
    place: next < 0 ? Math.max(0, kept.length - 1) : next,
    hasPlace: next >= 0 && kept[next] === place,
  };
}
