import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "./api.ts";
import { useSession } from "./session.ts";

const REFRESH_MS = 60_000;
const KEY = ["creator", "picture"] as const;

/**
 * The picture of the creator who is logged in, undefined for listeners. Asked for every 60 s while the page is looked
 * at, and whenever a `refresh-profile` event says that it changed.
 */
export function useCreatorPicture(): string | undefined {
  const client = useQueryClient();
  const isCreator = useSession()?.role === "creator";
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: KEY });
    addEventListener("refresh-profile", refresh);
    return () => removeEventListener("refresh-profile", refresh);
  }, [client]);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await api<{ profilePicture: { url: string } }>("/api/v1/creator-profile", { signal })).profilePicture.url,
    enabled: isCreator,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return isCreator ? data : undefined;
}
