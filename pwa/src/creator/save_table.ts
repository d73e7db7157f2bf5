import type { SeriesUnit } from "@contract/creators.ts";
import { useMutation } from "@tanstack/react-query";
import { ApiError } from "../lib/api_error.ts";
import { getSession } from "../lib/session.ts";
import { seriesPath } from "./api.ts";

/** Saves the statistics as a CSV file. A link would not carry the session. */
export function useSaveTable() {
  return useMutation({
    mutationFn: async ({ unit, trackId }: { unit: SeriesUnit; trackId: string }) => {
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}` };
      const response = await fetch(seriesPath(unit, trackId, ".csv"), { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      save(await response.blob(), nameIn(response.headers.get("content-disposition")));
    },
  });
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "orin-plays.csv";
}
