import { newId } from "@contract/ids.ts";
import type { Release } from "@contract/releases.ts";
import type { ResumableUpload } from "@contract/uploads.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { formatDuration } from "../../lib/format.ts";
import { useTracksChanged } from "../api.ts";
import { readTags } from "../read_tags.ts";
import { sendUpload } from "../send_upload.ts";
import { uploadsNow, type UploadTarget } from "../upload_target.ts";
import { refusedHere } from "../uploads/form.ts";
import { sendFile } from "../uploads/send_file.ts";
import { askUpload } from "../uploads/upload_calls.ts";
import { useReleaseChanged } from "./api.ts";

const FAILED = "This song was not uploaded. Please try again.";

/** A recording on its way into a release. The same key is the same song, however often it is sent. */
export interface AddedSong {
  key: string;
  file: File;
  title: string;
  status: "waiting" | "sending" | "failed";
  failure?: string | undefined;
  /** From 0 to 1. */
  share: number;
  /** Where it goes on after a break. */
  uploadUrl?: string;
}

/** Sends recordings into a release one after another; each can be taken out, or tried again. */
export function useAddSongs({ id, genre, songs }: Release) {
  const [added, setAdded] = useState<readonly AddedSong[]>([]);
  const changed = useReleaseChanged(id);
  const tracksChanged = useTracksChanged();
  const abort = useRef<AbortController>(undefined);
  const isSending = added.some(({ status }) => status === "sending");
  const next = added.find(({ status }) => status === "waiting");
  useBusy("uploading", isSending);
  useEffect(() => () => abort.current?.abort(), []);
  const change = (key: string, changes: Partial<AddedSong>) =>
    setAdded((known) => known.map((song) => song.key === key ? { ...song, ...changes } : song));
  const drop = (key: string) => setAdded((known) => known.filter((song) => song.key !== key));

  const send = async (song: AddedSong) => {
    const controller = abort.current = new AbortController();
    const target = uploadsNow();
    change(song.key, { status: "sending", failure: undefined, share: 0 });
    try {
      const { durationSeconds = 0, title = song.title } = await readTags(song.file);
      const { signal } = controller;
      let { uploadUrl } = song;
      await sendFile(song.file, {
        ...{ target, key: song.key, url: uploadUrl, signal },
        onUrl: (url) => change(song.key, { uploadUrl: uploadUrl = url }),
        onProgress: (sentBytes) => change(song.key, { share: sentBytes / song.file.size }),
      });
      if (uploadUrl === undefined) throw new ApiError({ kind: "parse" });
      const { state, reason } = await untilChecked(uploadUrl, { target, signal });
      if (state !== "checked") return change(song.key, { status: "failed", failure: reason ?? FAILED });
      const duration = formatDuration(durationSeconds);
      // Of a recording that the artist has already Orin asks here, before the release comes out.
      const texts = { releaseId: id, genre, title, duration, sameRecording: "ask" };
      await sendUpload({ texts, uploadUrl }, { target, signal });
      tracksChanged();
      await changed();
      drop(song.key);
    } catch (error) {
      if (error instanceof ApiError && error.kind === "abort") return drop(song.key);
      change(song.key, { status: "failed", failure: failureText(error, FAILED) });
    }
  };
  useEffect(() => {
    if (next && !isSending) void send(next);
  }, [next?.key, isSending]);

  return {
    added,
    /** How many songs there are with those on their way. */
    count: songs.length + added.length,
    add: (files: readonly File[]) =>
      setAdded((known) => [...known, ...files.map((file): AddedSong => addedSong(file))]),
    again: (key: string) => change(key, { status: "waiting" }),
    remove(song: AddedSong) {
      if (song.status === "sending") abort.current?.abort();
      else drop(song.key);
    },
  };
}

/** A recording that has arrived becomes a song only after the service's check. */
async function untilChecked(
  url: string,
  { target, signal }: { target: UploadTarget; signal: AbortSignal },
): Promise<ResumableUpload> {
  for (;;) {
    const found = await askUpload(target, url, signal);
    if (found.state !== "checking") return found;
  }
}

function addedSong(file: File): AddedSong {
  const title = file.name.replace(/\.[^.]+$/, "").replaceAll(/[_]+/g, " ").trim() || "Untitled";
  const song = { key: newId(), file, title, share: 0 };
  const failure = refusedHere(file);
  return failure === undefined ? { ...song, status: "waiting" } : { ...song, status: "failed", failure };
}
