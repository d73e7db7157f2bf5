import { statsSeriesCsv } from "@contract/calls/artists.ts";
import { requestOf } from "../lib/request_of.ts";
import type { SeriesUnit } from "@contract/creator.ts";
import { useMutation } from "@tanstack/react-query";
import { actingHeaders } from "../lib/acting.ts";
import { ApiError } from "../lib/api_error.ts";
import { fileNameOf, saveFile } from "../lib/save_file.ts";
import { getSession } from "../lib/session.ts";

/** Saves the statistics as a CSV file. A link would not carry the session. */
export function useSaveTable() {
  return useMutation({
    mutationFn: async ({ unit, trackId }: { unit: SeriesUnit; trackId: string }) => {
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}`, ...actingHeaders() };
      const [path] = requestOf(statsSeriesCsv, { query: { unit, trackId: trackId || undefined } });
      const response = await fetch(path, { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      saveFile(await response.blob(), fileNameOf(response, "orin-plays.csv"));
    },
  });
}
