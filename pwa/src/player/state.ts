import type { Quality } from "@contract/listening.ts";
import type { PlayerError, PlayerTrack } from "./types.ts";

export interface PlayerState {
  track: PlayerTrack | null;
  queue: readonly PlayerTrack[];
  index: number;
  /** Sound comes, or is meant to come as soon as it can. */
  playing: boolean;
  /** Sound is meant to come but does not yet. */
  waiting: boolean;
  /** Of the track, in seconds. */
  duration: number;
  /** 0 to 100. */
  volume: number;
  /** This track, again and again. */
  repeat: boolean;
  /** After the last track of the queue comes its first. */
  repeatAll: boolean;
  /** Nothing follows this track: the listener goes to sleep. */
  stopsAfterTrack: boolean;
  /** The queue before what comes next was mixed; null while it is in its order. */
  unshuffled: readonly PlayerTrack[] | null;
  /** The player is shown. */
  visible: boolean;
  /** What is asked for; a bad network may give less. */
  quality: Quality;
  /** Times the clock. */
  speed: number;
  /** Where the queue was started, such as `songs`. */
  source: string;
  error: PlayerError | null;
}

/** Nothing is to be played. */
export const AT_REST: PlayerState = {
  track: null,
  queue: [],
  index: 0,
  playing: false,
  waiting: false,
  duration: 0,
  volume: 80,
  repeat: false,
  repeatAll: false,
  stopsAfterTrack: false,
  unshuffled: null,
  visible: false,
  quality: "normal",
  speed: 1,
  source: "",
  error: null,
};

const LEAVES_SOUND: ReadonlySet<string> = new Set(["press_play", "playing_elsewhere", "still_listening"]);

/** Whether what is on the element is no good any more: it needs a fresh address. */
export function spoilsSound(error: PlayerError | null): boolean {
  return error !== null && !LEAVES_SOUND.has(error.code);
}

/** What a reload brings back; position in seconds. */
export type Restored =
  & Pick<PlayerState, "queue" | "index" | "volume" | "repeat" | "source" | "unshuffled">
  & Partial<Pick<PlayerState, "repeatAll">>
  & { position: number };
