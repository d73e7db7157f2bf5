import { decideDuplicate, getDuplicate, listDuplicates } from "@contract/calls/uploads.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { DuplicateDecision, DuplicateGround } from "@contract/duplicates.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "duplicates"];

/** The recordings that wait, the oldest first, then those decided last. */
export function useDuplicateQueue() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(listDuplicates, { signal }) });
}

/** A new recording beside those that it sounds like. */
export function useDuplicate(matchId: string) {
  return useQuery({
    queryKey: [...KEY, matchId],
    queryFn: ({ signal }) => askAsAdmin(getDuplicate, { id: matchId, signal }),
    // What plays must not stop because the window was looked at again.
    refetchOnWindowFocus: false,
  });
}

/** What a moderator says, with words for the artist. */
export interface Deciding {
  decision: DuplicateDecision;
  ground?: DuplicateGround | undefined;
  reason: string;
}

/** Decides; the answer is the match as it is then. */
export function useDecideDuplicate(matchId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Deciding) => askAsAdmin(decideDuplicate, { id: matchId, body }),
    onSuccess: (answer) => client.setQueryData([...KEY, matchId], answer),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
