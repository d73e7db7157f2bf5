import { royaltyMonthCsv, royaltyYearCsv } from "@contract/calls/royalties.ts";
import { requestOf } from "../lib/request_of.ts";
import { useMutation } from "@tanstack/react-query";
import { actingHeaders } from "../lib/acting.ts";
import { ApiError } from "../lib/api_error.ts";
import { fileNameOf, saveFile } from "../lib/save_file.ts";
import { getSession } from "../lib/session.ts";

/** Saves royalties as a CSV file: of a month (YYYY-MM), or of a year. A link would not carry the session. */
export function useRoyaltyTable() {
  return useMutation({
    mutationFn: async (of: { month: string } | { year: number }) => {
      const [path] = requestOf("month" in of ? royaltyMonthCsv : royaltyYearCsv, { query: of });
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}`, ...actingHeaders() };
      const response = await fetch(path, { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      saveFile(await response.blob(), fileNameOf(response, "orin-royalties.csv"));
    },
  });
}
