import { Coins } from "lucide-react";
import { UNITS_PER_TOKEN } from "@contract/money.ts";
import { usePlaysSince } from "../data/listening.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { startOfToday } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import { Tokens } from "../ui/Tokens.tsx";
import { useRefreshOnReward } from "./api.ts";
import { estimateOf } from "./play_estimate.ts";

/** What the song that plays has earned its listener today, to this moment; nothing until it has. */
export function PlayingEarned({ trackId }: { trackId: string }) {
  const units = useUnitsToday(trackId);
  if (units === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-soft">
      <Coins aria-hidden="true" size={16} className="shrink-0 text-accent" />
      <span>
        Earned you <Tokens amount={units / UNITS_PER_TOKEN} className="font-semibold text-ink" />{" "}
        tokens ({nairaOf(units / UNITS_PER_TOKEN)}) today
      </span>
    </p>
  );
}

/** By the day's receipts; of the play that is heard, its last answer and the estimate since. */
function useUnitsToday(trackId: string): number {
  useRefreshOnReward();
  const { data: plays = [] } = usePlaysSince(startOfToday());
  const live = useStore(livePlay);
  const receipt = useOutboxSnapshot()?.receipts.find(({ playId }) => playId === live?.playId);
  const unitsOf = (tokens: number) => Math.round(tokens * UNITS_PER_TOKEN);
  const own = plays.filter((play) => play.trackId._id === trackId);
  const before = own.filter(({ _id }) => _id !== receipt?.playId);
  const known = own.find(({ _id }) => _id === receipt?.playId)?.tokensEarned ?? 0;
  const now = receipt ? Math.max(known, receipt.tokens, estimateOf(receipt, live) ?? 0) : known;
  return before.reduce((sum, { tokensEarned }) => sum + unitsOf(tokensEarned), unitsOf(now));
}
