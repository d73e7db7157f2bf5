import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** A day, a number, or a choice among some; the empty choice narrows nothing. */
export interface FilterField<Name extends string> {
  name: Name;
  label: string;
  /** Undefined for a day. */
  choice?: { none: string; options: readonly { value: string; label: string }[] };
  isNumber?: boolean;
}

interface FilterFormProps<Name extends string> {
  id: string;
  fields: readonly FilterField<Name>[];
  values: Readonly<Record<Name, string>>;
  /** Of the button, such as "Show users". */
  action: string;
  /** What is wrong with what was typed, for the first field to say. */
  wrong?(values: Record<Name, string>): string | undefined;
  onFilter(values: Record<Name, string>): void;
}

/** What a list is narrowed to: everything given has to fit. */
export function FilterForm<Name extends string>(
  { id, fields, values, action, wrong, onFilter }: FilterFormProps<Name>,
) {
  const [error, setError] = useState<string>();
  const filter = (of: (name: Name) => string) => {
    const next = valuesOf(fields, of);
    const problem = wrong?.(next);
    setError(problem);
    if (problem === undefined) onFilter(next);
  };
  return (
    <FilterPanel
      key={JSON.stringify(values)}
      {...{ id, action }}
      label="Filter"
      onFilter={(form) => filter((name) => String(form.get(name) ?? "").trim())}
      onClear={() => filter(() => "")}
    >
      {fields.map(({ name, label, choice, isNumber }, place) =>
        choice
          ? (
            <Select
              // What arrives later may hold what is chosen.
              key={`${name} ${choice.options.length}`}
              name={name}
              label={label}
              placeholder={choice.none}
              options={choice.options}
              defaultValue={values[name]}
            />
          )
          : (
            <TextField
              key={name}
              name={name}
              label={label}
              {...(isNumber ? { inputMode: "numeric" } : { type: "date" })}
              defaultValue={values[name]}
              error={place === 0 && error}
            />
          )
      )}
    </FilterPanel>
  );
}

function valuesOf<Name extends string>(fields: readonly FilterField<Name>[], of: (name: Name) => string) {
  return Object.fromEntries(fields.map(({ name }) => [name, of(name)])) as Record<Name, string>;
}

interface FilterPanelProps {
  id: string;
  label: string;
  role?: "search";
  action: string;
  onFilter(form: FormData): void;
  onClear(): void;
  children: ReactNode;
}

/** The frame of a filter: its fields side by side, and its two buttons. */
export function FilterPanel({ id, label, role, action, onFilter, onClear, children }: FilterPanelProps) {
  return (
    <Form
      id={id}
      role={role}
      aria-label={label}
      onSubmit={(event) => onFilter(new FormData(event.currentTarget))}
      className="mb-3 gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-4">{children}</div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{action}</Button>
        <Button variant="quiet" onClick={onClear}>Clear</Button>
      </div>
    </Form>
  );
}
