import type { TrackState } from "./catalogue.ts";

/** Who decides about a recording that Orin knows already; "nobody" where its artist is only told. */
export type DuplicateAsked = "owner" | "moderator" | "nobody";

/**
 * What an artist says of a recording that they have uploaded before: both stay, the new one goes again, or it takes the
 * place of the old one and the new song goes.
 */
export const DUPLICATE_ANSWERS = ["keep_both", "withdraw", "replace"] as const;
export type DuplicateAnswer = typeof DUPLICATE_ANSWERS[number];

/** A moderator's decision about a recording that another person has uploaded before. */
export const DUPLICATE_DECISIONS = ["refuse", "let_go"] as const;
export type DuplicateDecision = typeof DUPLICATE_DECISIONS[number];

/** Why a recording may come out though another one sounds the same. */
export const DUPLICATE_GROUNDS = ["licence", "cover", "own_work", "not_the_same"] as const;
export type DuplicateGround = typeof DUPLICATE_GROUNDS[number];

/** What the service says with an upload: Orin has this recording already. */
export interface SameRecording {
  matchId: string;
  asked: DuplicateAsked;
  /** The artist's own earlier upload, as far as it is there; missing where it is another person's. */
  track?: { _id: string; title: string; uploadedAt: string } | undefined;
}

/** `GET /api/v1/my-duplicates`: what waits for the artist or a moderator, and what was refused. */
export interface OwnDuplicates {
  duplicates: OwnDuplicate[];
}

export interface OwnDuplicate extends SameRecording {
  trackId: string;
  title: string;
  at: string;
  state: "open" | "refused";
  /** The moderator's words to the artist. */
  reason?: string | undefined;
}

/** A row of the queue. */
export interface DuplicateSummary {
  matchId: string;
  at: string;
  state: "open" | "refused" | "let_go";
  title: string;
  artist: string;
  /** Of the recording that it sounds like most. */
  otherTitle: string;
  otherArtist: string;
  percent: number;
}

/** `GET /api/v1/admin/duplicates`: those that wait, the oldest first, then those decided last. */
export interface DuplicateQueue {
  duplicates: DuplicateSummary[];
}

/** One of the two recordings. */
export interface ComparedTrack {
  trackId: string;
  title: string;
  artist: string;
  artistId: string;
  uploadedAt: string;
  durationSeconds: number;
  coverImageUrl: string;
  state: TrackState | "removed";
  /** Whether everybody hears it. */
  isPublic: boolean;
  /** 200 heights from 0 to 1; empty where the files are gone. */
  peaks: number[];
  /** Its sound, for this admin's session; missing where it is not ready or gone. */
  audioUrl?: string | undefined;
}

/** A recording of another person that sounds the same, and where. */
export interface DuplicateLike {
  track: ComparedTrack;
  /** How much of the shorter one sounds the same. */
  percent: number;
  fromSeconds: number;
  otherFromSeconds: number;
  lengthSeconds: number;
  /** How fast the new one plays, times the other. */
  speed: number;
}

/** `GET /api/v1/admin/duplicates/:id`. */
export interface AdminDuplicate {
  matchId: string;
  at: string;
  state: DuplicateSummary["state"];
  track: ComparedTrack;
  like: DuplicateLike[];
  decision?:
    | { at: string; decision: DuplicateDecision; ground?: DuplicateGround | undefined; reason: string; by: string }
    | undefined;
}
