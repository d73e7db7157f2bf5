import { decideDuplicate, getDuplicate, listDuplicates } from "@contract/calls/uploads.ts";
import type { DuplicateDecision, DuplicateGround } from "@contract/duplicates.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "duplicates"];

/** The recordings that wait, the oldest first, then those decided last. */
export function useDuplicateQueue() {
  return useAnswer(KEY, listDuplicates);
}

/** A new recording beside those that it sounds like. What plays must not stop because the window was looked at again. */
export function useDuplicate(matchId: string) {
  return useAnswer([...KEY, matchId], getDuplicate, { id: matchId }, { refetchOnWindowFocus: false });
}

/** What a moderator says, with words for the artist. */
export interface Deciding {
  decision: DuplicateDecision;
  ground?: DuplicateGround | undefined;
  reason: string;
}

/** Decides; the answer is the match as it is then. */
export function useDecideDuplicate(matchId: string) {
  return useChange((body: Deciding) => askAsAdmin(decideDuplicate, { id: matchId, body }), {
    holds: [...KEY, matchId],
    renews: [KEY],
  });
}
