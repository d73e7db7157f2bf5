import type { PersonGifts, PersonPayouts } from "@contract/people.ts";
import type { PlayHistory } from "@contract/listening.ts";
import { getPerson, notePerson, personGifts, personPayouts, personPlays } from "@contract/calls/admin_people.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "people"];

/** A person, and what they had at a moment (ISO 8601; empty for now). The service notes who opened it. */
export function usePerson(userId: string, at: string) {
  return useQuery({
    queryKey: [...KEY, userId, at],
    queryFn: ({ signal }) => askAsAdmin(getPerson, { id: userId, query: { at: at || undefined }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

interface Lists {
  plays: PlayHistory;
  gifts: PersonGifts;
  payouts: PersonPayouts;
}

interface PageAsked {
  id: string;
  query: { cursor: string | undefined };
  signal: AbortSignal;
}

const LISTS: { [Part in keyof Lists]: (asked: PageAsked) => Promise<Lists[Part]> } = {
  plays: (asked) => askAsAdmin(personPlays, asked),
  gifts: (asked) => askAsAdmin(personGifts, asked),
  payouts: (asked) => askAsAdmin(personPayouts, asked),
};

/** One of a person's lists, newest first, a page at a time. */
export function usePersonList<Part extends keyof Lists>(userId: string, part: Part) {
  return useInfiniteQuery({
    queryKey: [...KEY, userId, "list", part],
    queryFn: ({ pageParam, signal }) => LISTS[part]({ id: userId, query: { cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Writes a note about a person. */
export function useNote(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => askAsAdmin(notePerson, { id: userId, body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...KEY, userId] }),
  });
}
