import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useApprovers } from "./api.ts";
import { FILTER_NAMES, filterIn, type PaymentFilter } from "./filter.ts";

interface FilterPanelProps {
  id: string;
  filter: PaymentFilter;
  onFilter(filter: PaymentFilter): void;
}

/** What the list is narrowed to: everything given has to fit. */
export function FilterPanel({ id, filter, onFilter }: FilterPanelProps) {
  const approvers = useApprovers();
  const [error, setError] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = new URLSearchParams(FILTER_NAMES.map((name) => [name, String(form.get(name) ?? "").trim()]));
    const next = filterIn(given);
    const isWrong = [next.min, next.max].some((tokens) => !/^\d{0,10}$/.test(tokens));
    setError(isWrong ? "Enter whole naira, such as 50000" : "");
    if (!isWrong) onFilter(next);
  };
  const field = (name: keyof PaymentFilter) => ({ name, defaultValue: filter[name] });
  return (
    <form
      id={id}
      noValidate
      aria-label="Filter"
      onSubmit={submit}
      className="mb-3 flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label="At least (₦)" inputMode="numeric" error={error || undefined} {...field("min")} />
        <TextField label="At most (₦)" inputMode="numeric" {...field("max")} />
        <TextField label="Requested from" type="date" {...field("from")} />
        <TextField label="Requested until" type="date" {...field("to")} />
        <TextField label="Decided from" type="date" {...field("decidedFrom")} />
        <TextField label="Decided until" type="date" {...field("decidedTo")} />
        <Select
          key={approvers.length}
          label="Approved by"
          placeholder="Any admin"
          options={approvers.map(({ userId, name }) => ({ value: userId, label: name }))}
          {...field("approver")}
        />
        <Select
          label="Risk, while they wait"
          placeholder="Any risk"
          options={[{ value: "medium", label: "Medium or high" }, { value: "high", label: "High" }]}
          {...field("risk")}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Show payments</Button>
        <Button variant="quiet" onClick={() => onFilter(filterIn(new URLSearchParams()))}>Clear</Button>
      </div>
    </form>
  );
}
