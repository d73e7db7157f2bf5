import type { Trend } from "@contract/admin_stats.ts";
import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import { formatFullCount } from "../../lib/format.ts";
import { classNames } from "../../ui/class_names.ts";

interface TotalProps {
  name: string;
  value: number;
  trend: Trend;
  /** "joined", "uploaded": what happened in the last 30 days. */
  what: string;
}

/** A total, and how many came in the last 30 days beside the 30 days before. */
export function Total({ name, value, trend, what }: TotalProps) {
  const { current, previous } = trend;
  const Icon = current > previous ? TrendingUp : current < previous ? TrendingDown : Minus;
  const tone = current > previous ? "text-success" : current < previous ? "text-danger" : "text-ink-soft";
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>
        <span className="block text-2xl font-bold tracking-tight tabular-nums">{formatFullCount(value)}</span>
        <span className={classNames("mt-1 flex items-center gap-1.5 text-xs font-semibold", tone)}>
          <Icon size={14} aria-hidden="true" /> {changeIn(trend)}
        </span>
        <span className="mt-0.5 block text-xs text-ink-soft">
          {formatFullCount(current)} {what} in the last 30 days, {formatFullCount(previous)} in the 30 before
        </span>
      </dd>
    </div>
  );
}

function changeIn({ current, previous, percent }: Trend): string {
  if (current === previous) return "No change";
  if (percent === null) return "New";
  return `${percent > 0 ? "+" : ""}${percent}%`;
}
