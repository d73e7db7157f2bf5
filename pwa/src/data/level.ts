import { getLevel } from "@contract/calls/trust.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";
import { profileQuery } from "./account.ts";

/** What the level gives, and what is missing for the next. */
export const levelQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "level"],
  queryFn: ({ signal }) => ask(getLevel, { signal }),
});
