import {
  answerOwnDuplicate,
  changeTrack,
  changeTracks,
  deleteTrack,
  removeLyrics,
  replaceRecording,
  saveLyrics,
} from "@contract/calls/uploads.ts";
import { askAsArtist } from "../lib/acting.ts";
import { changeCreatorPassword, deleteCreatorPicture, uploadCreatorPicture } from "@contract/calls/accounts.ts";
import { changeCreatorProfile } from "@contract/calls/artists.ts";
import { thankAll, thankGiver } from "@contract/calls/gifts.ts";
import { ask } from "../lib/ask.ts";
import type { DuplicateAnswer } from "@contract/duplicates.ts";
import type { LyricsSource, OwnLyrics } from "@contract/lyrics.ts";
import type { CreatorProfileUpdate } from "@contract/requests/creator.ts";
import type { TracksEdit } from "@contract/requests/releases.ts";
import type { TrackEdit } from "@contract/requests/uploads.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  creatorProfileQuery,
  creatorStatsQuery,
  giftsReceivedQuery,
  lyricsSourceQuery,
  myTracksQuery,
  ownDuplicatesQuery,
} from "../data/creator.ts";
import { lyricsQuery } from "../data/lyrics.ts";

const LONG_MS = 120_000;

/** Takes a song of one's own away; lists and figures follow. */
export function useDeleteTrack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => askAsArtist(deleteTrack, { id }),
    onSuccess: (_, id) => {
      client.setQueryData(myTracksQuery.queryKey, (tracks) => tracks?.filter((track) => track._id !== id));
      void client.invalidateQueries({ queryKey: creatorStatsQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["catalogue"] });
    },
  });
}

interface TrackChange {
  id: string;
  edit: TrackEdit;
  cover: File | undefined;
}

/** Changes a song, with another cover where one was chosen. */
export function useEditTrack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, edit, cover }: TrackChange) =>
      askAsArtist(changeTrack, { id, body: cover ? formOf(edit, cover) : edit, timeoutMs: LONG_MS }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: myTracksQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["catalogue"] }),
      ]),
  });
}

/** Changes several songs in one call: all of them or none. */
export function useEditTracks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TracksEdit) => askAsArtist(changeTracks, { body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: myTracksQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["catalogue"] }),
      ]),
  });
}

const RECORDING_MS = 15 * 60_000;

/** Sends another recording of a song; the same key is the same one. */
export function useReplaceRecording(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, key }: { file: File; key: string }) => {
      const body = new FormData();
      body.set("audioFile", file);
      const headers = { "idempotency-key": key };
      return askAsArtist(replaceRecording, { trackId, body, headers, timeoutMs: RECORDING_MS });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: myTracksQuery.queryKey }),
  });
}

/** Gives a song its lyrics. */
export function useSaveLyrics(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LyricsSource & { was: string }) =>
      askAsArtist(saveLyrics, { trackId, body, timeoutMs: LONG_MS }),
    onSuccess: ({ changedAt }, { was: _, ...source }) => {
      const saved: OwnLyrics = { ...source, changedAt };
      client.setQueryData(lyricsSourceQuery(trackId).queryKey, saved);
      void client.invalidateQueries({ queryKey: lyricsQuery(trackId).queryKey });
    },
  });
}

/** Takes a song's lyrics away. */
export function useRemoveLyrics(trackId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askAsArtist(removeLyrics, { trackId }),
    onSuccess: () => {
      client.setQueryData(lyricsSourceQuery(trackId).queryKey, null);
      client.setQueryData(lyricsQuery(trackId).queryKey, null);
    },
  });
}

/** What an artist says of a recording that they had uploaded before; `replaces` goes with "replace". */
interface SaidOfDuplicate {
  matchId: string;
  answer: DuplicateAnswer;
  replaces?: string;
}

/** Keeps a song whose recording the artist had uploaded before, lets it take the old one's place, or takes it away again. */
export function useAnswerDuplicate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ matchId, ...body }: SaidOfDuplicate) => askAsArtist(answerOwnDuplicate, { id: matchId, body }),
    onSuccess: ({ duplicates }) => {
      client.setQueryData(ownDuplicatesQuery.queryKey, duplicates);
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
      void client.invalidateQueries({ queryKey: creatorStatsQuery.queryKey });
    },
  });
}

/** Tells the lists that there is a new track. */
export function useTracksChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
    void client.invalidateQueries({ queryKey: creatorStatsQuery.queryKey });
    void client.invalidateQueries({ queryKey: ownDuplicatesQuery.queryKey });
  };
}

/** Other parts of the page show the profile, too: this is the documented event that tells them. */
function profileChanged(): void {
  dispatchEvent(new Event("refresh-profile"));
}

/** Saves one's own page; what others see of it is asked for anew. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (update: CreatorProfileUpdate) => ask(changeCreatorProfile, { body: update }),
    onSuccess: (saved) => {
      client.setQueryData(creatorProfileQuery.queryKey, saved);
      profileChanged();
    },
  });
}

/** Sets the profile picture. */
export function useUploadPicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (picture: File) => {
      const body = new FormData();
      body.set("profilePicture", picture);
      return ask(uploadCreatorPicture, { body, timeoutMs: LONG_MS });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: creatorProfileQuery.queryKey }).then(profileChanged),
  });
}

/** Takes the profile picture away. */
export function useDeletePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(deleteCreatorPicture),
    onSuccess: () => client.invalidateQueries({ queryKey: creatorProfileQuery.queryKey }).then(profileChanged),
  });
}

/** Sets another password, with the one that holds. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => ask(changeCreatorPassword, { body }),
  });
}

/** The artist's words to a giver; the first ones stay. */
export function useThank() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, message }: { id: string; message: string }) =>
      askAsArtist(thankGiver, { id, body: { message } }),
    onSuccess: () => client.invalidateQueries({ queryKey: giftsReceivedQuery.queryKey }),
  });
}

/** The artist's words to all who gave since the last time; the same key says them once. */
export function useThankAll(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, month }: { message: string; month: string }) =>
      askAsArtist(thankAll, { headers: { "idempotency-key": key }, body: { message, ...(month !== "" && { month }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: giftsReceivedQuery.queryKey }),
  });
}

function formOf(edit: TrackEdit, cover: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(edit)) {
    if (value !== undefined) form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  form.set("coverImage", cover);
  return form;
}
