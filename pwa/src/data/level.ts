import type { LevelAnswer } from "@contract/trust.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { profileQuery } from "./account.ts";

/** What the level gives, and what is missing for the next. */
export const levelQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "level"],
  queryFn: ({ signal }) => api<LevelAnswer>("/api/v1/level", { signal }),
});
