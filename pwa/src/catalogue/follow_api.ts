import type { FollowAnswer } from "@contract/catalogue.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { artistQuery, artistsQuery, followingQuery } from "../data/catalogue.ts";
import { useSession } from "../lib/session.ts";
import { isWaiting, newerThan, submitWrite, useWrites } from "../lib/writes.ts";
import { subjectOf, type Write } from "../outbox/write.ts";

/** Whether the listener follows an artist, with a wish that waits to be sent; idle for visitors. */
export function useIsFollowing(artistId: string) {
  const { data, dataUpdatedAt, isError } = useQuery({
    ...followingQuery(artistId),
    enabled: useSession() !== null,
  });
  const profile = useQueryClient().getQueryData(artistQuery(artistId).queryKey);
  const writes = useWrites();
  const wish = newerThan(writes, dataUpdatedAt).findLast(({ write }) => isAbout(write, artistId))?.write;
  const isWished = wish?.kind === "follow" ? wish.wanted : undefined;
  const known = data ?? (isWished === undefined ? undefined : { isFollowing: !isWished, followerCount: undefined });
  const count = known?.followerCount ?? profile?.followerCount ?? 0;
  return {
    data: known && withWish({ ...known, followerCount: count }, isWished),
    /** The service did not answer. Following an artist twice is the same as once, so it may be wished all the same. */
    isUnknown: isError && !known,
    isWaiting: isWaiting(writes, subjectOf(followWish(artistId, true))),
  };
}

/** Follows or unfollows: shown immediately and undone when the service refuses, since nothing of value moves. */
export function useFollow(artistId: string, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (follows: boolean) =>
      submitWrite({ write: followWish(artistId, follows), about: name, before: !follows }),
    onSuccess: ({ isSent, answer }) => {
      if (!isSent) return;
      client.setQueryData(followingQuery(artistId).queryKey, answer as FollowAnswer);
      void client.invalidateQueries({ queryKey: artistsQuery.queryKey });
    },
  });
}

function followWish(artistId: string, wanted: boolean): Write {
  return { kind: "follow", artistId, wanted };
}

function isAbout(write: Write, artistId: string): boolean {
  return write.kind === "follow" && write.artistId === artistId;
}

function withWish(known: FollowAnswer, wanted: boolean | undefined): FollowAnswer {
  if (wanted === undefined || known.isFollowing === wanted) return known;
  return { isFollowing: wanted, followerCount: Math.max(0, known.followerCount + (wanted ? 1 : -1)) };
}
