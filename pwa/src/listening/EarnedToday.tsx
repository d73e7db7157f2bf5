import { Link } from "react-router-dom";
import { usePlaysSince } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { formatDuration, formatTokens, plural, startOfToday } from "../lib/format.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { useRefreshOnReward } from "./api.ts";

/** What today's plays have earned so far, by their receipts, and the balance. */
export function EarnedToday() {
  useRefreshOnReward();
  const { data: plays } = usePlaysSince(startOfToday());
  const { data: summary } = useWalletSummary();
  const creditedMs = plays?.reduce((sum, play) => sum + play.creditedMs, 0) ?? 0;
  // Receipts are in hundredths: whole numbers add up exactly.
  const units = plays?.reduce((sum, play) => sum + Math.round(play.tokensEarned * 100), 0) ?? 0;
  const heard = plays?.length === 0
    ? "Nothing played yet"
    : plays && `${plural(plays.length, "play")}, ${formatDuration(creditedMs / 1_000)}`;
  const facts = [
    heard,
    summary && `Balance ${formatTokens(summary.availableBalance + (summary.settlingBalance || 0))}`,
  ];
  return (
    <Link
      to="/earnings"
      className="relative isolate flex min-h-28 flex-col justify-center overflow-hidden rounded-xl bg-dye px-6 py-5 text-on-dye transition-transform active:scale-[0.99] max-sm:flex-1 sm:min-w-80"
    >
      <AdireCloth
        seed="earned today"
        className="-z-10 text-on-dye opacity-10 mask-[linear-gradient(to_left,black,transparent)]"
      />
      <span className="text-sm font-semibold">Earned today</span>
      <span className="text-3xl font-extrabold tracking-tight">
        {plays ? <Tokens amount={units / 100} /> : "–"}
        <span className="ml-2 text-base font-semibold tracking-normal">tokens</span>
      </span>
      <span className="mt-1 min-h-5 text-sm">{facts.filter(Boolean).join(" · ")}</span>
    </Link>
  );
}
