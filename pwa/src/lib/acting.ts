import { ACTING_HEADER, roleMay, TEAM_ROLES, type TeamRight, type TeamRole } from "@contract/memberships.ts";
import type { AnswerOf, Call, CallTypes } from "@contract/calls/call.ts";
import { api } from "./api.ts";
import type { Given } from "./ask.ts";
import { requestOf } from "./request_of.ts";
import { hasCode } from "./api_error.ts";
import { getSession, subscribeSession, useSession } from "./session.ts";
import { createStore, useStore } from "./store.ts";
import { readRecord } from "./stored_json.ts";

/** For whom this tab works in the creator's area, where that is not the person themself. */
export interface Acting {
  readonly artistId: string;
  readonly artistName: string;
  readonly role: TeamRole;
  /** The person, so that another person who logs in here does not continue with it. */
  readonly memberId: string;
}

const KEY = "orin.acting";
const acting = createStore<Acting | undefined>(readStored());
/** The artist for whom the person may not work any more, until they have read that. */
const lost = createStore<string | undefined>(undefined);

subscribeSession(() => {
  const now = acting.get();
  if (now && now.memberId !== getSession()?.userId) actFor(undefined);
});

/** For whom the person works now; undefined for themself. */
export function getActing(): Acting | undefined {
  const now = acting.get();
  return now?.memberId === getSession()?.userId ? now : undefined;
}

/** The same in a component. */
export function useActing(): Acting | undefined {
  useSession();
  useStore(acting);
  return getActing();
}

/** Whether the person may do something here: of their own all of it, of an artist's what the role may. */
export function useMay(right: TeamRight): boolean {
  const now = useActing();
  return now === undefined || roleMay(now.role, right);
}

/** For whom the person has just lost their rights. */
export function useLostArtist(): string | undefined {
  return useStore(lost);
}

/** From now on this tab works for an artist, or for the person themself. */
export function actFor(next: Acting | undefined): void {
  if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
  else sessionStorage.removeItem(KEY);
  lost.set(undefined);
  acting.set(next);
}

/** What a call of the creator's area says of for whom it is; nothing for the person themself. */
export function actingHeaders(artistId = getActing()?.artistId): Record<string, string> {
  return artistId === undefined ? {} : { [ACTING_HEADER]: artistId };
}

/** `ask` for the calls of the creator's area: for the artist for whom this tab works. */
export async function askAsArtist<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  ...[given]: Given<Name, Types>
): Promise<AnswerOf<Types>> {
  const now = getActing();
  const [path, options] = requestOf(call, given);
  if (!now) return await api(path, options);
  try {
    return await api(path, { ...options, headers: { ...options.headers, ...actingHeaders(now.artistId) } });
  } catch (error) {
    if (hasCode(error, "not_in_team")) loseArtist(now);
    throw error;
  }
}

function loseArtist({ artistId, artistName }: Acting): void {
  if (acting.get()?.artistId !== artistId) return;
  actFor(undefined);
  lost.set(artistName);
}

function readStored(): Acting | undefined {
  const { artistId, artistName, role, memberId } = readRecord(sessionStorage, KEY);
  const known = TEAM_ROLES.find((one) => one === role);
  if (typeof artistId !== "string" || typeof artistName !== "string" || typeof memberId !== "string" || !known) {
    return undefined;
  }
  return { artistId, artistName, role: known, memberId };
}
