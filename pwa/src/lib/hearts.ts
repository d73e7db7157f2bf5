import type { Hearted, Hearts } from "@contract/playlists.ts";
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "./api.ts";
import { STALE } from "./query_client.ts";
import { useSession } from "./session.ts";
import { shape } from "./shape.ts";

const KEY = ["playlist", "hearts"] as const;
const hearts = shape<Hearts>({ trackIds: Array.isArray, artistIds: Array.isArray, tracks: Array.isArray });

/** 'Liked songs' and favourite artists; idle for visitors. */
export function useHearts() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) =>
      api(`/api/v1/hearts${pageParam === "" ? "" : `?cursor=${pageParam}`}`, { signal, reader: hearts }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    enabled: useSession() !== null,
    staleTime: STALE.minutes,
  });
}

/** Whether something has the user's heart, and the way to change that: shown at once, taken back on refusal. */
export function useHeart(kind: Hearted, id: string) {
  const client = useQueryClient();
  const { data } = useHearts();
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => api(`/api/v1/hearts/${kind}/${id}`, { method: wanted ? "PUT" : "DELETE" }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<InfiniteData<Hearts>>(KEY);
      client.setQueryData<InfiniteData<Hearts>>(KEY, before && withHeart(before, { kind, id, wanted }));
      return before;
    },
    onError: (_error, _wanted, before) => client.setQueryData(KEY, before),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const ids = data?.pages[0]?.[FIELD[kind]] ?? [];
  return { isHearted: ids.includes(id), isKnown: data !== undefined, isPending, set: mutate };
}

const FIELD = { track: "trackIds", artist: "artistIds" } as const;

function withHeart(
  { pages, pageParams }: InfiniteData<Hearts>,
  { kind, id, wanted }: { kind: Hearted; id: string; wanted: boolean },
): InfiniteData<Hearts> {
  const changed = pages.map((page) => {
    const others = page[FIELD[kind]].filter((one) => one !== id);
    return { ...page, [FIELD[kind]]: wanted ? [id, ...others] : others };
  });
  return { pages: changed, pageParams };
}
