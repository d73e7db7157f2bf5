import type { CreatorProfileUpdate } from "@contract/requests/creators.ts";
import type { CreatorSeries, CreatorStats, OwnCreatorProfile, SeriesUnit } from "@contract/creators.ts";
import type { GiftPayouts, GiftsReceived } from "@contract/gifts.ts";
import type { MyTracks, OwnTrack } from "@contract/uploads.ts";
import type { TrackEdit } from "@contract/requests/uploads.ts";
import type { UserWithdrawal, WithdrawalSummary } from "@contract/wallet.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";

const STATS = ["creator", "stats"] as const;
const TRACKS = ["creator", "tracks"] as const;
const CREATOR_PROFILE = ["creator", "profile"] as const;

/** How often a track that is being prepared is asked about. */
const PREPARING_MS = 2_000;
const LONG_MS = 120_000;

/** The figures of the dashboard. */
export function useCreatorStats() {
  return useQuery({
    queryKey: STATS,
    queryFn: ({ signal }) => api<CreatorStats>("/api/v1/creator-stats", { signal }),
    staleTime: STALE.seconds,
  });
}

/** Where the plays over time are; `ending` names another format. */
export function seriesPath(unit: SeriesUnit, trackId: string, ending = ""): string {
  const track = trackId === "" ? "" : `&trackId=${trackId}`;
  return `/api/v1/creator-stats/series${ending}?unit=${unit}${track}`;
}

/** What was heard over time, of all tracks or of one. */
export function useSeries(unit: SeriesUnit, trackId: string) {
  return useQuery({
    queryKey: ["creator", "series", unit, trackId],
    queryFn: ({ signal }) => api<CreatorSeries>(seriesPath(unit, trackId), { signal }),
    staleTime: STALE.minute,
    placeholderData: (before) => before,
  });
}

/** The creator's own tracks, asked for again while one of them is being prepared. */
export function useMyTracks() {
  return useQuery({
    queryKey: TRACKS,
    queryFn: async ({ signal }) => (await api<MyTracks>("/api/v1/my-tracks", { signal })).tracks,
    staleTime: STALE.seconds,
    refetchInterval: ({ state }) => state.data?.some((track) => track.state === "processing") ? PREPARING_MS : false,
  });
}

/** Takes a song of one's own away; lists and figures follow. */
export function useDeleteTrack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/v1/tracks/${id}`, { method: "DELETE" }),
    onSuccess: (_, id) => {
      client.setQueryData<OwnTrack[]>(TRACKS, (tracks) => tracks?.filter((track) => track._id !== id));
      void client.invalidateQueries({ queryKey: STATS });
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
      api(`/api/v1/tracks/${id}`, { method: "PUT", body: cover ? formOf(edit, cover) : edit, timeoutMs: LONG_MS }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: TRACKS }),
        client.invalidateQueries({ queryKey: ["catalogue"] }),
      ]),
  });
}

/** Tells the lists that there is a new track. */
export function useTracksChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: TRACKS });
    void client.invalidateQueries({ queryKey: STATS });
  };
}

/** One's own page as the form shows it. */
export function useCreatorProfile() {
  return useQuery({
    queryKey: CREATOR_PROFILE,
    queryFn: ({ signal }) => api<OwnCreatorProfile>("/api/v1/creator-profile", { signal }),
    staleTime: STALE.seconds,
  });
}

/** Other parts of the page show the profile, too: this is the documented event that tells them. */
function profileChanged(): void {
  dispatchEvent(new Event("refresh-profile"));
}

/** Saves one's own page; what others see of it is asked for anew. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (update: CreatorProfileUpdate) =>
      api<OwnCreatorProfile>("/api/v1/update-profile", { method: "PUT", body: update }),
    onSuccess: (saved) => {
      client.setQueryData<OwnCreatorProfile>(CREATOR_PROFILE, saved);
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
      return api("/api/v1/upload-dp", { method: "POST", body, timeoutMs: LONG_MS });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: CREATOR_PROFILE }).then(profileChanged),
  });
}

/** Takes the profile picture away. */
export function useDeletePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("/api/v1/delete-dp", { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: CREATOR_PROFILE }).then(profileChanged),
  });
}

/** Sets another password, with the one that holds. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api("/api/v1/change-password", { method: "PUT", body }),
  });
}

/** Gifts that listeners sent, with their words. */
export function useGiftsReceived() {
  return useQuery({
    queryKey: ["creator", "gifts"],
    queryFn: ({ signal }) => api<GiftsReceived>("/api/v1/gifts/received", { signal }),
    staleTime: STALE.seconds,
  });
}

/** The artist's words to a giver; the first ones stay. */
export function useThank() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, message }: { id: string; message: string }) =>
      api(`/api/v1/gifts/${id}/thanks`, { method: "POST", body: { message } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["creator", "gifts"] }),
  });
}

/** What can be withdrawn and what was. */
export function useWallet() {
  return useQuery({
    queryKey: ["wallet", "summary"],
    queryFn: ({ signal }) => api<WithdrawalSummary>("/api/v1/withdrawal-summary", { signal }),
    staleTime: STALE.seconds,
  });
}

/** Every gift with the payouts that it left with. */
export function useGiftPayouts() {
  return useQuery({
    queryKey: ["creator", "gifts", "payouts"],
    queryFn: ({ signal }) => api<GiftPayouts>("/api/v1/gifts/payouts", { signal }),
    staleTime: STALE.seconds,
  });
}

/** One's own withdrawals with their steps. */
export function usePayouts() {
  return useQuery({
    queryKey: ["wallet", "withdrawals"],
    queryFn: async ({ signal }) =>
      (await api<{ withdrawals: UserWithdrawal[] }>("/api/v1/withdrawals", { signal })).withdrawals,
    staleTime: STALE.seconds,
  });
}

function formOf(edit: TrackEdit, cover: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(edit)) if (value !== undefined) form.set(name, String(value));
  form.set("coverImage", cover);
  return form;
}
