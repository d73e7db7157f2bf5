import type { Track } from "./catalogue.ts";

/** Of a longer queue a device tells this many songs. */
export const MOST_QUEUED = 500;
/** A device that plays tells of it so often, ms. */
export const TELL_EVERY_MS = 30_000;
/** The same while the listener looks from another device: what is asked of it is answered sooner. */
export const TELL_WATCHED_EVERY_MS = 5_000;
/** A device that plays and has told nothing for so long, ms, does not answer any more. */
export const SILENT_AFTER_MS = 75_000;
/** So long a device waits, ms, for what it has asked of another. */
export const ANSWER_WITHIN_MS = 40_000;

/** `silent`: it played when it was heard of last, and may still, without a network. */
export type PlayingState = "playing" | "paused" | "silent";

/** What one device asks of another; both pause it, and `hand_over` goes on where it was. */
export const ASKS = ["pause", "hand_over"] as const;
export type AskKind = typeof ASKS[number];

/** The answer of `PUT /api/v1/playing`. */
export interface ToldAnswer {
  /** What another device asks; missing when nothing is open. */
  ask?: { id: string; kind: AskKind } | undefined;
  /** The listener looks from another device. */
  isWatched: boolean;
  /** The service does not know this queue: nothing was kept, tell again with it. */
  needsQueue: boolean;
  /** Another device of the account plays. */
  playsElsewhere: boolean;
}

/** What one device of the caller's plays. */
export interface PlayingDevice {
  /** The id of its session. */
  id: string;
  isThis: boolean;
  userAgent: string;
  state: PlayingState;
  /** Missing when it has left Orin meanwhile. */
  track?: Track | undefined;
  /** Now, by what it told last. */
  positionSeconds: number;
  /** Songs of its queue. */
  queued: number;
  isShuffled: boolean;
  toldAt: string;
  /** What is asked of it and not answered. */
  askId?: string | undefined;
  /** What it has answered last. */
  answeredId?: string | undefined;
}

/** `GET /api/v1/playing`: the caller's devices with something in their players, the last heard of first. */
export interface PlayingDevices {
  devices: PlayingDevice[];
}

/** `GET /api/v1/playing/{id}`: what another device takes over. */
export interface PlayingQueue {
  /** Songs that have left Orin are left out. */
  tracks: Track[];
  /** Of `tracks`. */
  place: number;
  positionSeconds: number;
  isRepeating: boolean;
  repeatsAll: boolean;
  /** Of a mixed queue each song's place before, -1 for one that came later. */
  unmixed?: number[] | undefined;
}

/** The answer of `POST /api/v1/playing/{id}/ask`. */
export interface AskAnswer {
  /** False while the device has to answer first. */
  isAnswered: boolean;
}
