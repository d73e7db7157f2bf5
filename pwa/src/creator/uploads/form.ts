import { AUDIO_NAMES, endingOf, mayBeAudio } from "@contract/file_formats.ts";
import { isPlainText } from "@contract/text.ts";
import { MAX_AUDIO_MB } from "@contract/uploads.ts";
import { saidOf } from "../early_access_time.ts";
import { genreOf } from "../genres.ts";
import type { FileTags } from "../read_tags.ts";
import type { UploadTarget } from "../upload_target.ts";
import type { Shared, Song } from "./model.ts";

const LONGEST_S = 30 * 60;

/** What was typed stays; what is empty is taken from the file. */
export function filledBy(known: Shared, tags: FileTags, { isAlbum }: { isAlbum: boolean }): Shared {
  return {
    ...known,
    artist: known.artist || tags.artist || "",
    genre: known.genre || genreOf(tags.genre) || "",
    album: known.album || (isAlbum ? tags.album ?? "" : ""),
    cover: known.cover ?? tags.cover,
  };
}

/** Why a file need not be sent at all: that would cost data for nothing. */
export function refusedHere({ size, name }: File, { durationSeconds = 0 }: Partial<FileTags> = {}): string | undefined {
  if (size === 0) return "This file is empty: please choose another one";
  if (!mayBeAudio(name)) return `Orin does not take ".${endingOf(name)}" files: please upload ${AUDIO_NAMES}`;
  if (size > MAX_AUDIO_MB * 1_048_576) return `${name} is too large: at most ${MAX_AUDIO_MB} MB`;
  return durationSeconds > LONGEST_S
    ? "This recording is longer than 30 minutes: please upload a shorter one"
    : undefined;
}

/**
 * The documented checks, in the documented words. All songs are looked at before the first is published, so that no album
 * stops in its middle.
 */
export function missing(songs: readonly Song[], shared: Shared, target: UploadTarget): string | undefined {
  const { artist, genre, cover } = shared;
  if (!target.caller()) return "Authentication required. Please log in again.";
  const hasTexts = artist.trim() !== "" && genre !== "" && songs.every((song) => song.title.trim() !== "");
  if (songs.length === 0 || !cover || !hasTexts) return "Please fill in all required fields";
  const untold = songs.find(({ lyrics }) => lyrics.text.trim() !== "" && lyrics.language === "");
  if (untold) return `Choose the language of the lyrics of ${untold.title.trim()}`;
  const odd = [artist, ...songs.map(({ title }) => title)].find((text) => !isPlainText(text.trim()));
  if (odd !== undefined) return `“${odd.trim()}” has characters that cannot be shown`;
  const bad = songs.find(({ status }) => status === "refused" || status === "failed");
  return bad && `Please replace or remove “${bad.title || bad.name}” first: ${bad.failure ?? "it cannot be uploaded"}`;
}

/** The documented texts of one song, and album and place where it has them. */
export function textsOf(song: Song, shared: Shared, trackNumber: number): Readonly<Record<string, string>> {
  const { artist, genre, album, downloadable, earlyUntil } = shared;
  const order = album.trim() === "" ? {} : { album: album.trim(), trackNumber: String(trackNumber) };
  const early = earlyUntil === "" ? {} : { earlyAccessUntil: saidOf(earlyUntil) };
  const words = { title: song.title.trim(), artist: artist.trim(), genre, duration: song.duration || "0:00" };
  return { ...words, ...order, ...early, downloadable: String(downloadable) };
}

export const WITHOUT_LYRICS = "Track uploaded successfully, without its lyrics.";
export const ADD_THEM = "Add them in your music list.";

/** Whether each song has the lyrics that the artist gave. */
export function isWhole(songs: readonly Song[]): boolean {
  return songs.every(({ lyricsFailure }) => lyricsFailure === undefined);
}
