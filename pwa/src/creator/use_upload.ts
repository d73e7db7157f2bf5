import { newId } from "@contract/ids.ts";
import { MAX_AUDIO_MB, MAX_PICTURE_BYTES } from "@contract/uploads.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError, failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDuration } from "../lib/format.ts";
import { saidOf } from "./early_access_time.ts";
import { genreOf } from "./genres.ts";
import { type FileTags, readTags } from "./read_tags.ts";
import { sendUpload } from "./send_upload.ts";
import { OWN_UPLOADS, type UploadTarget } from "./upload_target.ts";

/** A file that was chosen, with what it will be called. */
export interface Song {
  key: string;
  file: File;
  title: string;
  duration: string;
  status: "reading" | "waiting" | "sending" | "sent" | "failed";
  /** Why it failed. */
  failure?: string | undefined;
}

/** What all songs of one upload share. */
interface Shared {
  artist: string;
  genre: string;
  album: string;
  cover: File | undefined;
  downloadable: boolean;
  /** Lagos time as the control writes it; empty for everyone at once. */
  earlyUntil: string;
}

const NOTHING: Shared = { artist: "", genre: "", album: "", cover: undefined, downloadable: true, earlyUntil: "" };
type UploadState = "idle" | "uploading" | "success" | "error";

/** The upload's form and its sending, song by song. */
export function useUpload(target: UploadTarget = OWN_UPLOADS) {
  const { songs, shared, change, changeSong, choose: read, move } = useForm();
  const [state, setState] = useState<UploadState>("idle");
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(undefined);
  useBusy("uploading", state === "uploading");
  useBusy("typing", songs.length > 0 && state !== "success");
  useEffect(() => () => abort.current?.abort(), []);

  const choose = async (files: readonly File[]) => {
    setState("idle");
    setFailure(undefined);
    await read(files);
  };

  const send = async () => {
    const reason = missing(songs, shared, target);
    setFailure(reason);
    if (reason) return setState("error");
    const { signal } = abort.current = new AbortController();
    setState("uploading");
    for (const [index, song] of songs.entries()) {
      if (song.status === "sent") continue;
      changeSong(song.key, { status: "sending" });
      setProgress(0);
      const outcome = await outcomeOf(
        sendSong(song, { target, shared, trackNumber: index + 1, signal, onProgress: setProgress }),
      );
      changeSong(song.key, outcome);
      setFailure(outcome.failure);
      if (outcome.status !== "sent") return setState(outcome.status === "failed" ? "error" : "idle");
    }
    setState("success");
  };

  const rename = (key: string, title: string) => changeSong(key, { title });
  return {
    songs,
    shared,
    state,
    failure,
    progress,
    choose,
    send,
    change,
    rename,
    move,
    cancel: () => abort.current?.abort(),
  };
}

/** What was chosen and typed. */
function useForm() {
  const [songs, setSongs] = useState<readonly Song[]>([]);
  const [shared, setShared] = useState<Shared>(NOTHING);
  const changeSong = (key: string, changes: Partial<Song>) =>
    setSongs((known) => known.map((song) => song.key === key ? { ...song, ...changes } : song));
  const choose = async (files: readonly File[]) => {
    const chosen = files.map((file): Song => ({ key: newId(), file, title: "", duration: "", status: "reading" }));
    setSongs(chosen);
    for (const { key, file } of chosen) {
      const tags = await readTags(file);
      changeSong(key, {
        title: tags.title ?? "",
        duration: formatDuration(tags.durationSeconds ?? 0),
        status: "waiting",
      });
      setShared((known) => filledBy(known, tags, { isAlbum: files.length > 1 }));
    }
  };
  return {
    ...{ songs, shared, changeSong, choose },
    change: (changes: Partial<Shared>) => setShared((known) => ({ ...known, ...changes })),
    move: (index: number) => setSongs((known) => swapped(known, index)),
  };
}

/** What was typed stays; what is empty is taken from the file. */
function filledBy(known: Shared, tags: FileTags, { isAlbum }: { isAlbum: boolean }): Shared {
  return {
    ...known,
    artist: known.artist || tags.artist || "",
    genre: known.genre || genreOf(tags.genre) || "",
    album: known.album || (isAlbum ? tags.album ?? "" : ""),
    cover: known.cover ?? tags.cover,
  };
}

async function outcomeOf(sending: Promise<void>): Promise<Pick<Song, "status" | "failure">> {
  try {
    await sending;
    return { status: "sent", failure: undefined };
  } catch (error) {
    if (error instanceof ApiError && error.kind === "abort") return { status: "waiting", failure: undefined };
    return { status: "failed", failure: failureText(error, "Error uploading track. Please try again.") };
  }
}

/** The documented checks, in the documented words. */
function missing(
  songs: readonly Song[],
  { artist, genre, cover }: Shared,
  target: UploadTarget,
): string | undefined {
  if (!target.caller()) return "Authentication required. Please log in again.";
  const hasTexts = artist.trim() !== "" && genre !== "" && songs.every((song) => song.title.trim() !== "");
  if (songs.length === 0 || !cover || !hasTexts) return "Please fill in all required fields";
  if (cover.size > MAX_PICTURE_BYTES) return "This picture is too large: please choose one under 10 MB";
  const large = songs.find((song) => song.file.size > MAX_AUDIO_MB * 1_048_576);
  return large && `${large.file.name} is too large: at most ${MAX_AUDIO_MB} MB`;
}

interface Sending {
  target: UploadTarget;
  shared: Shared;
  trackNumber: number;
  signal: AbortSignal;
  onProgress(share: number): void;
}

async function sendSong(song: Song, { shared, trackNumber, ...options }: Sending): Promise<void> {
  const { artist, genre, album, cover, downloadable, earlyUntil } = shared;
  if (!cover) return;
  const order = album.trim() === "" ? {} : { album: album.trim(), trackNumber: String(trackNumber) };
  const early = earlyUntil === "" ? {} : { earlyAccessUntil: saidOf(earlyUntil) };
  const texts = { title: song.title.trim(), artist: artist.trim(), genre, duration: song.duration, ...order, ...early };
  const upload = { audioFile: song.file, coverImage: cover, key: song.key };
  await sendUpload({ ...upload, texts: { ...texts, downloadable: String(downloadable) } }, options);
}

/** With the one before. */
function swapped(songs: readonly Song[], index: number): readonly Song[] {
  const [one, two] = [songs[index - 1], songs[index]];
  if (!one || !two) return songs;
  return songs.with(index - 1, two).with(index, one);
}
