import { ownCreatorProfile } from "@contract/calls/artists.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../lib/session.ts";

/** The key of `creatorProfileQuery`, for who only says that it has changed. */
export const CREATOR_PROFILE_KEY = ["creator", "profile"] as const;

const REFRESH_MS = 60_000;
const creatorPictureQuery = queryOptions({
  queryKey: ["creator", "picture"],
  queryFn: async ({ signal }) => {
    const { profilePicture } = await ask(ownCreatorProfile, { signal });
    return profilePicture.url;
  },
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
});

/**
 * The picture of the creator who is logged in, undefined for listeners. Asked for every 60 s while the page is in
 * sight, and whenever a `refresh-profile` event says that it changed.
 */
export function useCreatorPicture(): string | undefined {
  const client = useQueryClient();
  const isCreator = useSession()?.role === "creator";
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: creatorPictureQuery.queryKey });
    addEventListener("refresh-profile", refresh);
    return () => removeEventListener("refresh-profile", refresh);
  }, [client]);
  const { data } = useQuery({ ...creatorPictureQuery, enabled: isCreator });
  return isCreator ? data : undefined;
}
