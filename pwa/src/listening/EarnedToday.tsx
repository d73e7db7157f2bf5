import { Coins } from "lucide-react";
import { Link } from "react-router-dom";
import { usePlaysSince } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { formatDuration, formatTokens, plural, startOfToday } from "../lib/format.ts";
import { useRefreshOnReward } from "./api.ts";

/** What today's plays have earned so far, by their receipts, and the balance. */
export function EarnedToday() {
  useRefreshOnReward();
  const { data: plays } = usePlaysSince(startOfToday());
  const { data: summary } = useWalletSummary();
  const creditedMs = plays?.reduce((sum, play) => sum + play.creditedMs, 0) ?? 0;
  // Receipts are in hundredths: whole numbers add up exactly.
  const units = plays?.reduce((sum, play) => sum + Math.round(play.tokensEarned * 100), 0) ?? 0;
  const heard = plays &&
    (plays.length === 0
      ? "nothing played yet"
      : `${plural(plays.length, "play")}, ${formatDuration(creditedMs / 1_000)}`);
  const balance = summary && `balance ${formatTokens(summary.availableBalance + (summary.settlingBalance || 0))}`;
  return (
    <Link
      to="/earnings"
      className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 rounded-[1.375rem] border border-line bg-surface px-4 py-1 text-sm transition-colors hover:bg-raised"
    >
      <Coins aria-hidden="true" size={16} className="shrink-0 text-accent" />
      <span>
        Earned today{" "}
        <strong className="inline-block min-w-9 tabular-nums">{plays ? formatTokens(units / 100) : "–"}</strong>
      </span>
      <span className="text-ink-soft max-sm:sr-only">{[heard, balance].filter(Boolean).join(" · ")}</span>
    </Link>
  );
}
