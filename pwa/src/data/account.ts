import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Profile } from "@contract/accounts.ts";
import {
  getBirthYears,
  getClosing,
  getProfile,
  getSettings,
  googleSignIn,
  listSessions,
} from "@contract/calls/accounts.ts";
import { getLevel } from "@contract/calls/trust.ts";
import { ApiError } from "../lib/api_error.ts";
import { ask } from "../lib/ask.ts";
import { isBusy } from "../lib/busy.ts";
import { endSession, getSession, useSession } from "../lib/session.ts";
import { STALE } from "./query_client.ts";

/** The logged-in user's profile; it is also the check of the session. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => fetchProfile(signal),
  staleTime: STALE.minute,
});

/** `profileQuery` in a component; idle for visitors. */
export function useProfile(): UseQueryResult<Profile> {
  return useQuery({ ...profileQuery, enabled: useSession() !== null });
}

/** Which mails may come, and whether artists see the name. */
export const settingsQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "settings"],
  queryFn: ({ signal }) => ask(getSettings, { signal }),
});

/** Where the account is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await ask(listSessions, { signal })).sessions,
});

/** What closing the account would cost; never kept. */
export const closingPreviewQuery = queryOptions({
  queryKey: ["closing"],
  queryFn: ({ signal }) => ask(getClosing, { signal }),
  gcTime: 0,
});

/** How to sign in with Google, where that is possible. */
export const googleSignInQuery = queryOptions({
  queryKey: ["google sign-in"],
  queryFn: ({ signal }) => ask(googleSignIn, { signal, withToken: false }),
  staleTime: STALE.hour,
});

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
    return await ask(getProfile, { signal });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && getSession()?.token === token && !isBusy("playing")) endSession();
    throw error;
  }
}

/** The years of birth that the person tells, if they do. */
export const birthYearsQuery = queryOptions({
  queryKey: ["profile", "birth-years"],
  queryFn: ({ signal }) => ask(getBirthYears, { signal }),
});

/** What the level gives, and what is missing for the next. */
export const levelQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "level"],
  queryFn: ({ signal }) => ask(getLevel, { signal }),
});
