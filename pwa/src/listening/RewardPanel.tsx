import { Coins, X } from "lucide-react";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { formatTokens } from "../lib/format.ts";
import { reasonText } from "../lib/play_words.ts";
import { createStore, useStore } from "../lib/store.ts";
import type { Receipt } from "../outbox/schema.ts";
import { Cover } from "../ui/Cover.tsx";
import { IconButton } from "../ui/IconButton.tsx";

/** Answers up to this moment (epoch ms) are history, or were put away. */
const seenUntil = createStore(Date.now());

/** What the newest answered play has earned, as the service says; stays below the header while the list scrolls. */
export function RewardPanel() {
  const outbox = useOutboxSnapshot();
  const since = useStore(seenUntil);
  const receipt = outbox?.receipts[0];
  if (!outbox || !receipt || receipt.at <= since) return null;
  return <Reward receipt={receipt} balance={outbox.lastFlush?.newBalance} onClose={() => seenUntil.set(receipt.at)} />;
}

interface RewardProps {
  receipt: Receipt;
  balance: number | undefined;
  onClose(): void;
}

function Reward({ receipt: { track, status, tokens, reason }, balance, onClose }: RewardProps) {
  const why = reasonText(reason);
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
          {status === "refused" ? "Not counted" : `${formatTokens(tokens)} tokens earned`}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-ink-soft">
          <span className="max-w-full truncate">{track.title}</span>
          {balance !== undefined && (
            <span>
              <span aria-hidden="true">·</span> New balance{" "}
              <strong className="text-ink tabular-nums">{formatTokens(balance)}</strong>
            </span>
          )}
        </p>
        {why && <p className="text-ink-soft">{why}</p>}
      </div>
      <IconButton label="Dismiss" size="small" icon={<X size={18} />} onClick={onClose} />
    </section>
  );
}
