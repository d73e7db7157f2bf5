import type { PresaveAnswer } from "@contract/releases.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { upcomingQuery } from "../../data/upcoming.ts";
import { api } from "../../lib/api.ts";

/** Waits for a release, or no longer. */
export function usePresave(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) =>
      api<PresaveAnswer>(`/api/v1/upcoming/${id}/presave`, { method: wanted ? "PUT" : "DELETE" }),
    onSuccess: ({ isPresaved }) => {
      client.setQueryData(upcomingQuery(id).queryKey, (known) => known && { ...known, isPresaved });
    },
    onError: () => client.invalidateQueries({ queryKey: upcomingQuery(id).queryKey }),
  });
}
