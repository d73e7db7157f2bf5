import type { DuplicateAnswer, DuplicateAsked, DuplicateDecision, DuplicateGround } from "../../contract/duplicates.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A recording of the catalogue that sounds like a new one. Times in ms. */
export type LikeRecording = {
  readonly trackId: string;
  readonly ownerId: string;
  /** How much of the shorter one sounds the same, 1–100. */
  readonly percent: number;
  readonly atMs: number;
  readonly otherAtMs: number;
  readonly lengthMs: number;
  /** How fast the new one plays, times the other. */
  readonly speed: number;
};

/** A new recording sounds like some that Orin has: the most alike first. Unless no decision is needed, it is held. */
export type DuplicateFound = Event<"DuplicateFound", {
  readonly matchId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly asked: DuplicateAsked;
  readonly like: readonly LikeRecording[];
}>;

/** Its artist has said what becomes of it. */
export type DuplicateAnswered = Event<"DuplicateAnswered", {
  readonly matchId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly answer: DuplicateAnswer;
  /** With "replace": the song that the recording belongs to from now on. */
  readonly replaces?: string;
}>;

/** A moderator has. */
export type DuplicateDecided = Event<"DuplicateDecided", {
  readonly matchId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly decision: DuplicateDecision;
  /** Why it may come out. */
  readonly ground?: DuplicateGround;
  /** For the artist, sealed with their key as `duplicate <matchId>`. */
  readonly reason: Sealed;
  readonly adminId: string;
}>;

export type DuplicateEvent = DuplicateFound | DuplicateAnswered | DuplicateDecided;

/** The stream of a recording that was found to be known, in the log `social`. */
export function duplicateStream(matchId: string): string {
  return `duplicate/${matchId}`;
}
