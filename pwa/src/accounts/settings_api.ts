import type { MessageAnswer, Profile } from "@contract/accounts.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { PROFILE_KEY } from "../lib/profile.ts";
import { isText, shape } from "../lib/shape.ts";

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
const LOG_OUT_TIMEOUT_MS = 5_000;

const profile = shape<Profile & MessageAnswer>({ firstName: isText, email: isText });
const sessions = shape<{ sessions: OwnSession[] }>({ sessions: Array.isArray });

/** Saves name, phone and address; the profile on this device follows. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: ProfileFields) => api("/api/auth/profile", { method: "PUT", body: fields, reader: profile }),
    onSuccess: ({ message: _message, ...saved }) => client.setQueryData<Profile>(PROFILE_KEY, saved),
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
    queryFn: async ({ signal }) => (await api("/api/auth/sessions", { signal, reader: sessions })).sessions,
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

/** Tells the service that this session is over. Whoever is offline logs out all the same: then it expires there. */
export async function logOut(): Promise<void> {
  await api("/api/auth/logout", { method: "POST", timeoutMs: LOG_OUT_TIMEOUT_MS }).catch(() => undefined);
}
