import type { ArtistPosts, OwnPosts, PostsMuteAnswer } from "@contract/posts.ts";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { api } from "../lib/api.ts";
import { withCursor } from "./catalogue.ts";
import { NOTICES_KEY } from "./notifications.ts";
import { STALE } from "./query_client.ts";

const POSTS_KEY = ["social", "posts"] as const;

/** What an artist wrote to followers, the newest first. */
export function artistPostsQuery(artistId: string) {
  return infiniteQueryOptions({
    queryKey: [...POSTS_KEY, artistId],
    queryFn: ({ pageParam, signal }) =>
      api<ArtistPosts>(withCursor(`/api/v1/artists/${artistId}/posts`, pageParam), { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: STALE.seconds,
  });
}

/** One's own posts, and when the next one is possible. */
export const ownPostsQuery = infiniteQueryOptions({
  queryKey: ["creator", "posts"],
  queryFn: ({ pageParam, signal }) => artistApi<OwnPosts>(withCursor("/api/v1/posts", pageParam), { signal }),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: STALE.seconds,
});

/** Stops an artist's posts, or lets them come again; who follows stays a follower. */
export function useMutePosts(artistId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) =>
      api<PostsMuteAnswer>(`/api/v1/artists/${artistId}/posts/mute`, { method: muted ? "POST" : "DELETE" }),
    onSuccess: () => Promise.all([POSTS_KEY, NOTICES_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
