import { listWork } from "@contract/calls/admin.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { mayCall } from "@contract/calls/roles.ts";
import { WORK_KIND_NAMES, WORK_KINDS, type WorkAnswer, type WorkKind } from "@contract/work.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRole } from "../shell/roles.ts";

const WORK = ["admin", "work"];
const AGAIN_MS = 30_000;

/** What waits, page by page, the oldest first: of one kind, or of all where none is named. */
export function useWork(kind: WorkKind | undefined) {
  return useInfiniteQuery({
    queryKey: [...WORK, "list", kind ?? ""],
    queryFn: ({ pageParam, signal }) =>
      askAsAdmin(listWork, { query: { kind, cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

/** How many of these kinds wait for a decision that the admin's role makes; undefined until it is known. */
export function useWaiting(): (kinds: readonly WorkKind[]) => number | undefined {
  const role = useRole();
  const { data } = useQuery({
    queryKey: [...WORK, "counts"],
    queryFn: ({ signal }) => askAsAdmin(listWork, { query: { limit: 1 }, signal }),
    refetchInterval: AGAIN_MS,
  });
  return (kinds) =>
    data && kinds.reduce((sum, kind) => sum + (mayCall(role, WORK_KINDS[kind].acts) ? data.counts[kind] ?? 0 : 0), 0);
}

/** The kinds that something waits of, with how many, in their order. */
export function countsIn(counts: WorkAnswer["counts"]): { kind: WorkKind; count: number }[] {
  return WORK_KIND_NAMES.map((kind) => ({ kind, count: counts[kind] ?? 0 })).filter(({ count }) => count > 0);
}

/** Asks for what waits again after each decision, whichever screen made it, and calls `onDecided` for one that worked. */
export function useAfterDecisions(onDecided: () => void): void {
  const client = useQueryClient();
  useEffect(() =>
    client.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" && event.action.type !== "error") return;
      if (event.action.type === "success") onDecided();
      void client.invalidateQueries({ queryKey: WORK });
    }), [client, onDecided]);
}
