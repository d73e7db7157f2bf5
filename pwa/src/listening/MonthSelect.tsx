import { useSearchParams } from "react-router-dom";
import { Select } from "../ui/Select.tsx";
import { useProfile } from "../data/account.ts";
import { monthsSince } from "./statement_sums.ts";

/** The choice of a page's month. */
export function MonthSelect({ month, options, choose }: ChosenMonth) {
  return (
    <div className="sm:max-w-xs">
      <Select
        label="Month"
        value={month}
        options={options.map((value) => ({ value, label: monthName(value) }))}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  );
}

/** A month (YYYY-MM) that the page's address names, and those that it may be. */
interface ChosenMonth {
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
