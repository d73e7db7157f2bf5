import { type ReactNode, useId } from "react";

interface RadiosProps<Value extends string> {
  /** The question. */
  legend: ReactNode;
  options: readonly { value: Value; label: ReactNode }[];
  /** Nothing is chosen where it is none of the options. */
  value: NoInfer<Value> | "" | undefined;
  onChange(value: NoInfer<Value>): void;
  error?: string | undefined;
}

/** A question with one answer, all of them in sight; each row is its own target. */
export function Radios<Value extends string>({ legend, options, value: chosen, onChange, error }: RadiosProps<Value>) {
  const id = useId();
  return (
    <fieldset className="flex flex-col" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name={id}
            value={value}
            checked={chosen === value}
            onChange={() =>
              onChange(value)}
            className="size-5 shrink-0 accent-primary"
          />
          {label}
        </label>
      ))}
      {error && <p id={`${id}-error`} role="alert" className="text-sm text-danger">{error}</p>}
    </fieldset>
  );
}
