import type { Profile } from "@contract/accounts.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "./api.ts";
import { ApiError } from "./api_error.ts";
import { isBusy } from "./busy.ts";
import { endSession, getSession, useSession } from "./session.ts";
import { STALE } from "./query_client.ts";

/** The key of the profile; a screen that changes it sets or invalidates this. */
export const PROFILE_KEY = ["profile"] as const;

/** The logged-in user's profile; it is also the check of the session. Idle for visitors. */
export function useProfile(): UseQueryResult<Profile> {
  const session = useSession();
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => fetchProfile(signal),
    enabled: session !== null,
    staleTime: STALE.minute,
  });
}

/** First and last name, with 'User' for a first one that is not there; nothing without a profile. */
export function useOwnName(): string | undefined {
  const { data } = useProfile();
  return data && `${data.firstName || "User"} ${data.lastName}`.trim();
}

/**
 * A 401 here ends the session, so that protected screens lead to the log-in; any other failure changes nothing.
 * While music plays the session stays, and the shell's banner asks to log in again.
 */
async function fetchProfile(signal: AbortSignal): Promise<Profile> {
  const token = getSession()?.token;
  try {
    return await api<Profile>("/api/auth/profile", { signal });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && getSession()?.token === token && !isBusy("playing")) endSession();
    throw error;
  }
}
