import type { ReactNode } from "react";
import { classNames } from "../../ui/class_names.ts";

export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** `lines`: a line each; `pairs`: side by side where there is room, in a dialog at most two. */
  as?: "lines" | "pairs" | "columns";
}

const LOOKS = {
  lines: "gap-x-4 gap-y-2 @xs:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)]",
  pairs: "gap-x-6 gap-y-3 sm:grid-cols-2",
  columns: "gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3",
} as const;

/** Names and values; in lines a value is below its name where there is no room beside it, as with large letters. */
export function Facts({ facts, as = "lines" }: FactsProps) {
  const isLine = as === "lines";
  return (
    <div className="@container">
      <dl className={classNames("grid text-sm tabular-nums", LOOKS[as])}>
        {facts.map(([name, value]) => (
          <div key={name} className={isLine ? "min-w-0 @xs:contents" : "min-w-0"}>
            <dt className={classNames("text-ink-soft", !isLine && "text-xs")}>{name}</dt>
            <dd className={classNames("min-w-0 wrap-anywhere whitespace-pre-line", !isLine && "font-medium")}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** An id or a hash: every sign of it counts. */
export function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs break-all">{children}</code>;
}
