import type { FormEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** A day, or a choice among some; the empty choice narrows nothing. */
export interface FilterField<Name extends string> {
  name: Name;
  label: string;
  /** Undefined for a day. */
  choice?: { none: string; options: readonly { value: string; label: string }[] };
}

interface FilterFormProps<Name extends string> {
  id: string;
  fields: readonly FilterField<Name>[];
  values: Readonly<Record<Name, string>>;
  /** Of the button, such as "Show users". */
  action: string;
  onFilter(values: Record<Name, string>): void;
}

/** What a list is narrowed to: everything given has to fit. */
export function FilterForm<Name extends string>({ id, fields, values, action, onFilter }: FilterFormProps<Name>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onFilter(valuesOf(fields, (name) => String(form.get(name) ?? "")));
  };
  return (
    <form
      id={id}
      key={JSON.stringify(values)}
      noValidate
      aria-label="Filter"
      onSubmit={submit}
      className="mb-3 flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ name, label, choice }) =>
          choice
            ? (
              <Select
                key={name}
                name={name}
                label={label}
                placeholder={choice.none}
                options={choice.options}
                defaultValue={values[name]}
              />
            )
            : <TextField key={name} name={name} label={label} type="date" defaultValue={values[name]} />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{action}</Button>
        <Button variant="quiet" onClick={() => onFilter(valuesOf(fields, () => ""))}>Clear</Button>
      </div>
    </form>
  );
}

function valuesOf<Name extends string>(fields: readonly FilterField<Name>[], of: (name: Name) => string) {
  return Object.fromEntries(fields.map(({ name }) => [name, of(name)])) as Record<Name, string>;
}
