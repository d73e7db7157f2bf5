import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { formatTokens } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import { estimateOf } from "./play_estimate.ts";

/** "+0.06": what the play that is being heard has earned so far. Nothing where it earns nothing. */
export function EarningNow() {
  const live = useStore(livePlay);
  const receipt = useOutboxSnapshot()?.receipts.find(({ playId }) => playId === live?.playId);
  const tokens = receipt && (estimateOf(receipt, live) ?? receipt.tokens);
  if (!tokens || tokens <= 0) return null;
  return (
    // It changes every few seconds: Now Playing says it to screen readers when they ask.
    <span
      aria-hidden="true"
      title="Tokens earned with this song so far"
      className="font-semibold text-accent tabular-nums"
    >
      +{formatTokens(tokens)}
    </span>
  );
}
