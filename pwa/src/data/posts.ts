import { listArtistPosts, listOwnPosts, mutePosts, unmutePosts } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { askAsArtist } from "../lib/acting.ts";
import { NOTICES_KEY } from "./notifications.ts";
import { STALE } from "./query_client.ts";

const POSTS_KEY = ["social", "posts"] as const;

/** What an artist wrote to followers, the newest first. */
export function artistPostsQuery(artistId: string) {
  return infiniteQueryOptions({
    queryKey: [...POSTS_KEY, artistId],
    queryFn: ({ pageParam, signal }) =>
      ask(listArtistPosts, { id: artistId, query: { cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: STALE.seconds,
  });
}

/** One's own posts, and when the next one is possible. */
export const ownPostsQuery = infiniteQueryOptions({
  queryKey: ["creator", "posts"],
  queryFn: ({ pageParam, signal }) => askAsArtist(listOwnPosts, { query: { cursor: pageParam || undefined }, signal }),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: STALE.seconds,
});

/** Stops an artist's posts, or lets them come again; who follows stays a follower. */
export function useMutePosts(artistId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) => ask(muted ? mutePosts : unmutePosts, { id: artistId }),
    onSuccess: () => Promise.all([POSTS_KEY, NOTICES_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
