import { getBirthYears } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";

/** The years of birth that the person tells, if they do. */
export const birthYearsQuery = queryOptions({
  queryKey: ["profile", "birth-years"],
  queryFn: ({ signal }) => ask(getBirthYears, { signal }),
});
