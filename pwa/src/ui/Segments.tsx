import { useId } from "react";
import { classNames } from "./class_names.ts";

interface SegmentsProps<Value extends string> {
  /** Names the group for screen readers. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** A few choices of which one holds, side by side: a radio group, so arrows and screen readers know it. */
export function Segments<Value extends string>({ label, choices, value: chosen, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap rounded-3xl bg-ink/8 p-1">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label }) => (
        <label
          key={value}
          className={classNames(
            "finger cursor-pointer rounded-full px-3.5 py-1.5 text-xs font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus",
            chosen === value ? "bg-raised text-ink shadow-lift" : "text-ink-soft hover:text-ink",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
