import type { SeriesUnit } from "@contract/creator.ts";
import { useMutation } from "@tanstack/react-query";
import { seriesPath } from "../data/creator.ts";
import { actingHeaders } from "../lib/acting.ts";
import { ApiError } from "../lib/api_error.ts";
import { fileNameOf, saveFile } from "../lib/save_file.ts";
import { getSession } from "../lib/session.ts";

/** Saves the statistics as a CSV file. A link would not carry the session. */
export function useSaveTable() {
  return useMutation({
    mutationFn: async ({ unit, trackId }: { unit: SeriesUnit; trackId: string }) => {
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}`, ...actingHeaders() };
      const response = await fetch(seriesPath(unit, trackId, ".csv"), { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      saveFile(await response.blob(), fileNameOf(response, "orin-plays.csv"));
    },
  });
}
