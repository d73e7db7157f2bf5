import type { Track } from "@contract/catalogue.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

/** A song as a list that is on this device has it: its page opens immediately, and without a network. */
export function useListedTrack(id: string): Track | undefined {
  const client = useQueryClient();
  return useMemo(() => listedTrack(client, id), [client, id]);
}

function listedTrack(client: QueryClient, id: string): Track | undefined {
  for (const [, data] of client.getQueriesData<Listed>({ queryKey: ["catalogue"] })) {
    const lists = [data?.tracks, ...data?.pages?.map(({ tracks }) => tracks) ?? []];
    const found = lists.flatMap((tracks) => tracks ?? []).find(({ _id }) => _id === id);
    if (found) return found;
  }
  return undefined;
}

/** Albums and artists have tracks, lists have pages of them; the rest has neither. */
interface Listed {
  tracks?: readonly Track[];
  pages?: readonly { tracks?: readonly Track[] }[];
}
