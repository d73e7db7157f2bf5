import { Coins, X } from "lucide-react";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { formatTokens } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { createStore, useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import type { Receipt } from "../outbox/schema.ts";
import { Cover } from "../ui/Cover.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { ShortEarningLine } from "./EarningLine.tsx";
import { estimateOf } from "./play_estimate.ts";
import { reasonText } from "@contract/play_reasons.ts";

/** Answers up to this moment (epoch ms) are history, or were put away, and so was this play. */
const seen = createStore<{ until: number; playId?: string }>({ until: Date.now() });

/**
 * What the newest answered play has earned, as the service says; while that play goes on, what it may have earned since
 * then, as an estimate. Stays below the header while the list scrolls.
 */
export function RewardPanel() {
  const outbox = useOutboxSnapshot();
  const { until, playId } = useStore(seen);
  const live = useStore(livePlay);
  const receipt = outbox?.receipts[0];
  if (!outbox || !receipt || receipt.at <= until || receipt.playId === playId) return null;
  return (
    <Reward
      receipt={receipt}
      estimate={estimateOf(receipt, live)}
      onClose={() => seen.set({ until: receipt.at, playId: receipt.playId })}
    />
  );
}

interface RewardProps {
  receipt: Receipt;
  estimate: number | undefined;
  onClose(): void;
}

function Reward({ receipt: { track, status, tokens, reason }, estimate, onClose }: RewardProps) {
  const why = reasonText(reason);
  const earned = formatTokens(tokens);
  return (
    <section
      role="status"
      aria-label="Earnings of this track"
      className="sticky top-[calc(var(--header)+0.5rem)] z-10 mb-5 flex animate-enter items-center gap-3 rounded-xl border border-line bg-raised p-2.5 pr-1.5 shadow-float"
    >
      <Cover src={track.coverImageUrl} seed={track.title} size={48} className="shrink-0 rounded-md" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-center gap-1.5 font-semibold">
          <Coins aria-hidden="true" size={16} className="shrink-0 text-accent" />
          {estimate === undefined ? status === "refused" ? "Not counted" : `${earned} tokens earned` : (
            <>
              {/* It changes every few seconds: screen readers hear the answers alone. */}
              <span aria-hidden="true">About {formatTokens(estimate)} tokens so far</span>
              <span className="sr-only">{earned} tokens earned so far</span>
            </>
          )}
          {(estimate ?? tokens) > 0 && (
            <span aria-hidden={estimate !== undefined} className="font-normal text-ink-soft">
              {nairaOf(estimate ?? tokens)}
            </span>
          )}
        </p>
        <p className="truncate text-ink-soft">{track.title}</p>
        <ShortEarningLine />
        {why && <p className="text-ink-soft">{why}</p>}
      </div>
      <IconButton label="Dismiss" size="small" icon={<X size={18} />} onClick={onClose} />
    </section>
  );
}
