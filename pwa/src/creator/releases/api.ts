import {
  changeRelease,
  clearReleaseDate,
  createRelease,
  declareRelease,
  deleteRelease,
  giveUpc,
  orderRelease,
  publishRelease,
  setReleaseCover,
  setReleaseDate,
  withdrawRelease,
} from "@contract/calls/releases.ts";
import {
  answerFeature,
  askFeature,
  changeCredits,
  deleteTrack,
  giveIsrc,
  removeFeature,
} from "@contract/calls/uploads.ts";
import { askAsArtist } from "../../lib/acting.ts";
import { newId } from "@contract/ids.ts";
import type { Release, ReleaseAnswer } from "@contract/releases.ts";
import type { CreditsEdit, Declaration, NewRelease, ReleaseDate, ReleaseEdit } from "@contract/requests/releases.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { myTracksQuery } from "../../data/creator.ts";
import { releaseQuery, releasesQuery } from "../../data/releases.ts";

const LONG_MS = 120_000;

/** Begins a release; the same press again begins no second one. */
export function useNewRelease() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, ...body }: NewRelease & { key: string }): Promise<Release> => {
      const headers = { "idempotency-key": key };
      return (await askAsArtist(createRelease, { body, headers })).release;
    },
    onSuccess: (release) => {
      client.setQueryData(releaseQuery(release.id).queryKey, release);
      void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
    },
  });
}

/** A key for `useNewRelease`. */
export function newReleaseKey(): string {
  return newId();
}

type Step =
  | { part: ""; body: ReleaseEdit }
  | { part: "/order"; body: { trackIds: string[]; was: string[] } }
  | { part: "/declaration"; body: Declaration }
  | { part: "/date"; body: ReleaseDate | null }
  | { part: "/publish" | "/withdraw" | "/upc"; body: "post" }
  | { part: "/cover"; body: File };

/** Changes a release; the answer is the release as it is then. */
export function useChangeRelease(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (step: Step): Promise<Release> => (await changed(id, step)).release,
    onSuccess: (release) => {
      client.setQueryData(releaseQuery(id).queryKey, release);
      void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["catalogue"] });
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
    },
  });
}

function changed(releaseId: string, step: Step): Promise<ReleaseAnswer> {
  const asked = { releaseId, timeoutMs: LONG_MS };
  switch (step.part) {
    case "":
      return askAsArtist(changeRelease, { ...asked, body: step.body });
    case "/order":
      return askAsArtist(orderRelease, { ...asked, body: step.body });
    case "/declaration":
      return askAsArtist(declareRelease, { ...asked, body: step.body });
    case "/date":
      return step.body
        ? askAsArtist(setReleaseDate, { ...asked, body: step.body })
        : askAsArtist(clearReleaseDate, asked);
    case "/cover": {
      const body = new FormData();
      body.set("coverImage", step.body);
      return askAsArtist(setReleaseCover, { ...asked, body });
    }
    case "/upc":
      return askAsArtist(giveUpc, asked);
    default:
      return askAsArtist(step.part === "/publish" ? publishRelease : withdrawRelease, asked);
  }
}

/** Gives up a draft with its songs. */
export function useDiscardRelease(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askAsArtist(deleteRelease, { releaseId: id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: releasesQuery.queryKey });
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
      client.removeQueries({ queryKey: releaseQuery(id).queryKey });
    },
  });
}

/** Asks for the release again, after something that concerns its songs. */
export function useReleaseChanged(id: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: releaseQuery(id).queryKey });
}

/** Changes a song's credits, or who is asked to be named on it. */
export function useChangeCredits({ releaseId, trackId }: { releaseId: string; trackId: string }) {
  const changed = useReleaseChanged(releaseId);
  return useMutation({
    mutationFn: (
      change:
        | { edit: CreditsEdit }
        | { ask: { name?: string; artistId?: string } }
        | { takeBack: string }
        | { give: "isrc" },
    ) => {
      if ("give" in change) return askAsArtist(giveIsrc, { trackId });
      if ("edit" in change) return askAsArtist(changeCredits, { trackId, body: change.edit });
      return "ask" in change
        ? askAsArtist(askFeature, { trackId, body: change.ask })
        : askAsArtist(removeFeature, { trackId, artistId: change.takeBack });
    },
    onSuccess: changed,
  });
}

/** Says yes or no to be named on a song. */
export function useAnswerFeature() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trackId, accept }: { trackId: string; accept: boolean }) =>
      askAsArtist(answerFeature, { trackId, body: { accept } }),
    onSuccess: () => client.invalidateQueries({ queryKey: releasesQuery.queryKey }),
  });
}

/** Deletes a song of a release. */
export function useDeleteSong(releaseId: string) {
  const changed = useReleaseChanged(releaseId);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trackId: string) => askAsArtist(deleteTrack, { id: trackId }),
    onSuccess: async () => {
      await changed();
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
    },
  });
}
