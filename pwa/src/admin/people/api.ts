import type { PlayHistory } from "@contract/listening.ts";
import type { PersonGifts, PersonPage, PersonPayouts } from "@contract/people.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/people";
const KEY = ["admin", "people"];

/** A person, and what they had at a moment (ISO 8601; empty for now). The service notes who opened it. */
export function usePerson(userId: string, at: string) {
  return useQuery({
    queryKey: [...KEY, userId, at],
    queryFn: ({ signal }) =>
      adminApi<PersonPage>(`${PATH}/${userId}${at && `?${new URLSearchParams({ at })}`}`, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

interface Lists {
  plays: PlayHistory;
  gifts: PersonGifts;
  payouts: PersonPayouts;
}

/** One of a person's lists, newest first, a page at a time. */
export function usePersonList<Part extends keyof Lists>(userId: string, part: Part) {
  return useInfiniteQuery({
    queryKey: [...KEY, userId, "list", part],
    queryFn: ({ pageParam, signal }) =>
      adminApi<Lists[Part]>(`${PATH}/${userId}/${part}${pageParam && `?cursor=${pageParam}`}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Writes a note about a person. */
export function useNote(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => adminApi(`${PATH}/${userId}/notes`, { method: "POST", body: { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...KEY, userId] }),
  });
}
