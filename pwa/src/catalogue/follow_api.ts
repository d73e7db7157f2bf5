import type { CreatorProfile, FollowAnswer } from "@contract/catalogue.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { useSession } from "../lib/session.ts";
import { shape } from "../lib/shape.ts";
import { artistKey } from "./api.ts";

const following = shape<FollowAnswer>({ isFollowing: (value) => typeof value === "boolean" });

function followingKey(artistId: string): readonly string[] {
  return ["catalogue", "following", artistId];
}

/** Whether the listener follows an artist; idle for visitors. */
export function useIsFollowing(artistId: string) {
  const session = useSession();
  return useQuery({
    queryKey: followingKey(artistId),
    queryFn: ({ signal }) => api(`/api/v1/is-following/${artistId}`, { signal, reader: following }),
    enabled: session !== null,
  });
}

/** Follows or unfollows: shown at once and taken back when the service refuses, since nothing of value moves. */
export function useFollow(artistId: string) {
  const client = useQueryClient();
  const key = followingKey(artistId);
  return useMutation({
    mutationFn: (follows: boolean) =>
      follows
        ? api(`/api/v1/follow/${artistId}`, { method: "POST", reader: following })
        : api(`/api/v1/unfollow/${artistId}`, { method: "DELETE", reader: following }),
    onMutate: async (follows) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<FollowAnswer>(key);
      const count = before?.followerCount ?? client.getQueryData<CreatorProfile>(artistKey(artistId))?.followerCount;
      const step = follows ? 1 : -1;
      client.setQueryData(key, { isFollowing: follows, followerCount: Math.max(0, (count ?? 0) + step) });
      return before;
    },
    onError: (_error, _follows, before) => client.setQueryData(key, before),
    onSuccess: (answer) => {
      client.setQueryData(key, answer);
      void client.invalidateQueries({ queryKey: ["catalogue", "artists"] });
    },
  });
}
