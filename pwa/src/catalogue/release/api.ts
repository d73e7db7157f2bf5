import { cancelPresave, presave } from "@contract/calls/releases.ts";
import { ask } from "../../lib/ask.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { upcomingQuery } from "../../data/upcoming.ts";

/** Waits for a release, or no longer. */
export function usePresave(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) => ask(wanted ? presave : cancelPresave, { releaseId: id }),
    onSuccess: ({ isPresaved }) => {
      client.setQueryData(upcomingQuery(id).queryKey, (known) => known && { ...known, isPresaved });
    },
    onError: () => client.invalidateQueries({ queryKey: upcomingQuery(id).queryKey }),
  });
}
