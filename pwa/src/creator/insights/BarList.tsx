import type { ReactNode } from "react";

interface Bar {
  key: string;
  name: ReactNode;
  /** What the bar's length shows. */
  size: number;
  value: ReactNode;
}

/** Names with their values, and a bar behind each that shows how large it is beside the largest. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ size }) => size));
  return (
    <ul className="flex flex-col gap-2.5 text-sm">
      {bars.map(({ key, name, size, value }) => (
        <li key={key}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words">{name}</span>
            <span className="text-ink-soft tabular-nums">{value}</span>
          </div>
          <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-ink/8">
            <div className="h-full rounded-full bg-accent" style={{ width: `${Math.round(size * 100 / largest)}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
