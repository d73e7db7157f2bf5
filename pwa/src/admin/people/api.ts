import { getPerson, notePerson, personGifts, personPayouts, personPlays } from "@contract/calls/admin_people.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askAsAdmin } from "../shell/admin_api.ts";
import { NOTED, useChange, usePages } from "../shell/queries.ts";

const KEY = ["admin", "people"];

/** A person, and what they had at a moment (ISO 8601; empty for now). */
export function usePerson(userId: string, at: string) {
  return useQuery({
    ...NOTED,
    queryKey: [...KEY, userId, at],
    queryFn: ({ signal }) => askAsAdmin(getPerson, { id: userId, query: { at: at || undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A person's plays, newest first, a page at a time. */
export function usePlaysOf(userId: string) {
  return usePages([...KEY, userId, "list", "plays"], personPlays, { id: userId });
}

/** What a person gave and got. */
export function useGiftsOf(userId: string) {
  return usePages([...KEY, userId, "list", "gifts"], personGifts, { id: userId });
}

/** A person's withdrawals. */
export function usePayoutsOf(userId: string) {
  return usePages([...KEY, userId, "list", "payouts"], personPayouts, { id: userId });
}

/** Writes a note about a person. */
export function useNote(userId: string) {
  return useChange((note: string) => askAsAdmin(notePerson, { id: userId, body: { note } }), {
    successRenews: [[...KEY, userId]],
  });
}
