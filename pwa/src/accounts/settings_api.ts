import type { MessageAnswer, Profile } from "@contract/accounts.ts";
import type { PictureAnswer, Settings } from "@contract/settings.ts";
import type { SettingsChange } from "@contract/requests/settings.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { PROFILE_KEY } from "../lib/profile.ts";

export type ProfileFields = Pick<Profile, "firstName" | "lastName" | "phone" | "address">;

/** A log-in of one's own, on this device or another. */
export interface OwnSession {
  id: string;
  isCurrent: boolean;
  userAgent: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

const SESSIONS_KEY = ["sessions"] as const;
const SETTINGS_KEY = [...PROFILE_KEY, "settings"] as const;
const LOG_OUT_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 120_000;

/** Saves name, phone and address; the profile on this device follows. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: ProfileFields) =>
      api<Profile & MessageAnswer>("/api/auth/profile", { method: "PUT", body: fields }),
    onSuccess: ({ message: _message, ...saved }) => client.setQueryData<Profile>(PROFILE_KEY, saved),
  });
}

/** Sets the profile picture; the header shows it at once. */
export function useUploadPicture() {
  const keep = useKeepPicture();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set("profilePicture", file);
      return api<PictureAnswer>("/api/auth/upload-dp", { method: "POST", body, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
    onSuccess: keep,
  });
}

/** Takes the profile picture away. */
export function useDeletePicture() {
  const keep = useKeepPicture();
  return useMutation({
    mutationFn: () => api<PictureAnswer>("/api/auth/delete-dp", { method: "DELETE" }),
    onSuccess: keep,
  });
}

function useKeepPicture() {
  const client = useQueryClient();
  return ({ profilePicture }: PictureAnswer) => {
    client.setQueryData<Profile>(PROFILE_KEY, (profile) => profile && { ...profile, profilePicture });
    // Of a creator, other parts of the page show it, too: this is the documented event that tells them.
    dispatchEvent(new Event("refresh-profile"));
    return client.invalidateQueries({ queryKey: ["creator", "profile"] });
  };
}

/** Which mails may come, and whether artists see the name. */
export function useSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => api<Settings>("/api/v1/settings", { signal }),
  });
}

/** Changes what is given of the settings. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => api<Settings>("/api/v1/settings", { method: "PUT", body }),
    onSuccess: (saved) => client.setQueryData(SETTINGS_KEY, saved),
  });
}

/** Ends every other session of the user, so their list is asked for again. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api("/api/auth/change-password", { method: "PUT", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Asks for a code at a new address. */
export function useRequestEmail() {
  return useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) =>
      api("/api/auth/change-email", { method: "POST", body }),
  });
}

/** Takes the new address with its code; every screen shows it from then on. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (otp: string) => api("/api/auth/confirm-email", { method: "POST", body: { otp } }),
    onSuccess: () =>
      Promise.all([PROFILE_KEY, ["creator", "profile"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Where the account is logged in. */
export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => (await api<{ sessions: OwnSession[] }>("/api/auth/sessions", { signal })).sessions,
  });
}

/** Logs another device out. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/auth/sessions/${id}`, { method: "DELETE" }),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Tells the service that this session is over. Offline the person logs out all the same, and the session expires there. */
export async function logOut(): Promise<void> {
  await api("/api/auth/logout", { method: "POST", timeoutMs: LOG_OUT_TIMEOUT_MS }).catch(() => undefined);
}
