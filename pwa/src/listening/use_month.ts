import { useSearchParams } from "react-router-dom";
import { useProfile } from "../data/account.ts";
import { monthsSince } from "./statement_sums.ts";

/** A month (YYYY-MM) that the page's address names, and those that it may be. */
export interface ChosenMonth {
  readonly month: string;
  /** The newest first, the chosen one among them. */
  readonly options: readonly string[];
  choose(month: string): void;
}

/** The month of the address, else the newest since the person registered. */
export function useMonth(): ChosenMonth {
  const { data: profile } = useProfile();
  const months = monthsSince(profile?.createdAt);
  const [search, setSearch] = useSearchParams();
  const asked = search.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : months[0] ?? "";
  const options = [...new Set([...months, month])].sort().reverse();
  return { month, options, choose: (wanted) => setSearch({ month: wanted }, { replace: true }) };
}

/** A month in words: "November 2026". */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" })
    .format(new Date(`${month}-01T00:00:00Z`));
}
