import type { QualityReport } from "@contract/uploads.ts";
import { type LyricsDraft, NO_LYRICS } from "../lyrics_draft.ts";

/** How far a recording has come. `sent`: it is a song. */
export type SongStatus =
  | "reading"
  | "waiting"
  | "sending"
  | "paused"
  | "checking"
  | "checked"
  /** Orin cannot take it; another file may do. */
  | "refused"
  /** It could not be sent; trying again may help. */
  | "failed"
  | "publishing"
  | "sent";

/** A recording that was chosen, with what it will be called. */
export interface Song {
  /** The same key is the same song, however often it is sent. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly title: string;
  readonly duration: string;
  readonly lyrics: LyricsDraft;
  readonly status: SongStatus;
  readonly sentBytes: number;
  /** Where it is sent to, once that is known. */
  readonly uploadUrl: string | undefined;
  /** Why it failed, or is refused. */
  readonly failure: string | undefined;
  readonly report: QualityReport | undefined;
  /** The song that it has become; before `sent` its lyrics are still on their way. */
  readonly trackId: string | undefined;
  /** Orin had this recording already, so the song waits for an answer. */
  readonly isKnown: boolean;
  /** Why the song is there without its lyrics. */
  readonly lyricsFailure: string | undefined;
}

/** What all songs of one upload share. */
export interface Shared {
  readonly artist: string;
  readonly genre: string;
  readonly album: string;
  readonly cover: File | undefined;
  readonly downloadable: boolean;
  /** Lagos time as the control writes it; empty for everyone immediately. */
  readonly earlyUntil: string;
}

export interface UploadState {
  readonly songs: readonly Song[];
  readonly shared: Shared;
  /** `uploading` once the artist has said so, `success` when all are songs. */
  readonly stage: "idle" | "uploading" | "success" | "error";
  readonly failure: string | undefined;
  /** The service does not answer: what is left continues by itself. */
  readonly isWaiting: boolean;
  /** What an earlier visit has left is still being read. */
  readonly isOpening: boolean;
  /** Closing the page loses nothing. */
  readonly isKept: boolean;
}

const NOTHING: Shared = { artist: "", genre: "", album: "", cover: undefined, downloadable: true, earlyUntil: "" };

/** An upload of nothing yet. */
export const EMPTY: UploadState = {
  ...{ songs: [], shared: NOTHING, stage: "idle", failure: undefined },
  ...{ isWaiting: false, isOpening: false, isKept: false },
};

/** A recording that has just been chosen. */
export function newSong(key: string, { name, type, size }: Pick<File, "name" | "type" | "size">): Song {
  return {
    ...{ key, name, type, bytes: size, title: "", duration: "", lyrics: NO_LYRICS, status: "reading" },
    ...{ sentBytes: 0, uploadUrl: undefined, failure: undefined, report: undefined },
    ...{ trackId: undefined, isKnown: false, lyricsFailure: undefined },
  };
}

/** The song at the index changes its place with the one before. */
export function swapped(songs: readonly Song[], index: number): readonly Song[] {
  const [one, two] = [songs[index - 1], songs[index]];
  if (!one || !two) return songs;
  return songs.with(index - 1, two).with(index, one);
}

/** Of a song that an earlier visit has left: what was under way begins again where it stopped. */
export function resumed({ status, trackId }: { status: SongStatus; trackId?: string | undefined }): SongStatus {
  // The service has no upload any more where it has the song.
  if (trackId !== undefined) return status === "sent" ? "sent" : "checked";
  switch (status) {
    case "reading":
    case "sending":
      return "waiting";
    case "checked":
    case "publishing":
      // The report is asked for anew, and whether the service still has it.
      return "checking";
    default:
      return status;
  }
}
