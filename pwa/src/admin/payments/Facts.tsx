import type { ReactNode } from "react";
import { classNames } from "../../ui/class_names.ts";

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** In a dialog. */
  isNarrow?: boolean;
}

/** Names and values, side by side where there is room. */
export function Facts({ facts, isNarrow = false }: FactsProps) {
  return (
    <dl className={classNames("grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2", !isNarrow && "xl:grid-cols-3")}>
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
