import type { FavouriteKind, Hearts } from "@contract/playlists.ts";
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../lib/session.ts";
import { isWaiting, newerThan, type ShownWrite, submitWrite, useWrites } from "../lib/writes.ts";
import type { WriteFacts } from "../outbox/schema.ts";
import { subjectOf, type Write } from "../outbox/write.ts";
import { heartsQuery } from "./playlist.ts";

const FIELD = { track: "trackIds", artist: "artistIds" } as const;

/** 'Liked songs' and favourite artists, with what was hearted since; idle for visitors. */
export function useHearts() {
  const query = useInfiniteQuery({ ...heartsQuery, enabled: useSession() !== null });
  const writes = newerThan(useWrites(), query.dataUpdatedAt);
  return { ...query, data: query.data && writes.reduce(withHeart, query.data) };
}

/** Whether something has the user's heart, and the way to change that: shown immediately, undone on refusal. */
export function useHeart(kind: FavouriteKind, id: string, facts: WriteFacts = { about: "" }) {
  const client = useQueryClient();
  const { data } = useHearts();
  const writes = useWrites();
  const isHearted = (data?.pages[0]?.[FIELD[kind]] ?? []).includes(id);
  const heart = (wanted: boolean): Write => ({ kind: "heart", what: kind, id, wanted });
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => submitWrite({ write: heart(wanted), ...facts, before: isHearted }),
    onSuccess: ({ isSent }) => isSent ? client.invalidateQueries({ queryKey: heartsQuery.queryKey }) : undefined,
  });
  const isKnown = data !== undefined;
  return { isHearted, isKnown, isPending, isWaiting: isWaiting(writes, subjectOf(heart(true))), set: mutate };
}

/** Newest first. */
function withHeart(data: InfiniteData<Hearts>, { write, track }: ShownWrite): InfiniteData<Hearts> {
  if (write.kind !== "heart") return data;
  const { what, id, wanted } = write;
  const pages = data.pages.map((page, index) => {
    const others = page[FIELD[what]].filter((one) => one !== id);
    const ids = { [FIELD[what]]: wanted ? [id, ...others] : others };
    const isShown = data.pages.some(({ tracks }) => tracks.some((one) => one._id === id));
    if (wanted) {
      return index === 0 && track && !isShown
        ? { ...page, ...ids, tracks: [track, ...page.tracks] }
        : { ...page, ...ids };
    }
    return { ...page, ...ids, tracks: page.tracks.filter((one) => one._id !== id) };
  });
  return { ...data, pages };
}
