import type { BirthYearsAnswer } from "@contract/birth_years.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";

/** The years of birth that the person tells, if they do. */
export const birthYearsQuery = queryOptions({
  queryKey: ["profile", "birth-years"],
  queryFn: ({ signal }) => api<BirthYearsAnswer>("/api/v1/birth-years", { signal }),
});
