import { newId } from "@contract/ids.ts";
import type { OwnCreditsAnswer, Release, ReleaseAnswer } from "@contract/releases.ts";
import type { CreditsEdit, Declaration, NewRelease, ReleaseDate, ReleaseEdit } from "@contract/requests/releases.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { myTracksQuery } from "../../data/creator.ts";
import { releaseQuery, releasesQuery } from "../../data/releases.ts";
import { artistApi } from "../../lib/acting.ts";

const LONG_MS = 120_000;

/** Begins a release; the same press again begins no second one. */
export function useNewRelease() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ key, ...body }: NewRelease & { key: string }): Promise<Release> => {
      const headers = { "idempotency-key": key };
      return (await artistApi<ReleaseAnswer>("/api/v1/releases", { method: "POST", body, headers })).release;
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
  | { part: "/publish" | "/withdraw"; body: "post" }
  | { part: "/cover"; body: File };

/** Changes a release; the answer is the release as it is then. */
export function useChangeRelease(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ part, body }: Step): Promise<Release> => {
      const path = `/api/v1/releases/${id}${part}`;
      return (await artistApi<ReleaseAnswer>(path, { ...callOf(body), timeoutMs: LONG_MS })).release;
    },
    onSuccess: (release) => {
      client.setQueryData(releaseQuery(id).queryKey, release);
      void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["catalogue"] });
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
    },
  });
}

function callOf(body: Step["body"]) {
  if (body === null) return { method: "DELETE" as const };
  if (body === "post") return { method: "POST" as const };
  if (!(body instanceof File)) return { method: "PUT" as const, body };
  const form = new FormData();
  form.set("coverImage", body);
  return { method: "PUT" as const, body: form };
}

/** Gives up a draft with its songs. */
export function useDiscardRelease(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => artistApi(`/api/v1/releases/${id}`, { method: "DELETE" }),
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
      change: { edit: CreditsEdit } | { ask: { name?: string; artistId?: string } } | { takeBack: string },
    ) => {
      const path = `/api/v1/tracks/${trackId}`;
      if ("edit" in change) return artistApi<OwnCreditsAnswer>(`${path}/credits`, { method: "PUT", body: change.edit });
      return "ask" in change
        ? artistApi<OwnCreditsAnswer>(`${path}/features`, { method: "POST", body: change.ask })
        : artistApi<OwnCreditsAnswer>(`${path}/features/${change.takeBack}`, { method: "DELETE" });
    },
    onSuccess: changed,
  });
}

/** Says yes or no to be named on a song. */
export function useAnswerFeature() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trackId, accept }: { trackId: string; accept: boolean }) =>
      artistApi(`/api/v1/features/${trackId}`, { method: "PUT", body: { accept } }),
    onSuccess: () => client.invalidateQueries({ queryKey: releasesQuery.queryKey }),
  });
}

/** Deletes a song of a release. */
export function useDeleteSong(releaseId: string) {
  const changed = useReleaseChanged(releaseId);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trackId: string) => artistApi(`/api/v1/tracks/${trackId}`, { method: "DELETE" }),
    onSuccess: async () => {
      await changed();
      void client.invalidateQueries({ queryKey: myTracksQuery.queryKey });
    },
  });
}
