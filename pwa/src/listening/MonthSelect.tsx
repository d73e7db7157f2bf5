import { Select } from "../ui/Select.tsx";
import { type ChosenMonth, monthName } from "./use_month.ts";

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
