import type { PlayHistoryEntry } from "@contract/listening.ts";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { formatDateTime } from "../lib/format.ts";
import { settlementText } from "../lib/settling_words.ts";
import { statusText } from "../lib/play_words.ts";
import { Cover } from "../ui/Cover.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Duration } from "../ui/Duration.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { reasonText } from "@contract/play_reasons.ts";

interface ReceiptProps {
  entry: PlayHistoryEntry;
  onClose(): void;
}

/** The receipt of one play: what was heard, what of it was credited, and why not all of it. */
export function Receipt({ entry, onClose }: ReceiptProps) {
  const { trackId: track, status, reason } = entry;
  const why = reasonText(reason);
  return (
    <Dialog open title="Receipt" onClose={onClose}>
      <div className="flex items-center gap-4">
        <Cover src={track.coverImageUrl} seed={track._id} size={64} className="shrink-0 rounded-md" />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">
            <Link to={`/track/${track._id}`} className="underline-offset-4 hover:underline">{track.title}</Link>
          </p>
          <p className="truncate text-sm text-ink-soft">{track.artist}</p>
        </div>
      </div>
      <dl className="flex flex-col gap-2.5 border-y border-dashed border-line-strong py-4 text-sm">
        <Line name="Played">{formatDateTime(entry.playedAt)}</Line>
        <Line name="Listened">
          <Duration seconds={entry.listenedMs / 1_000} />
        </Line>
        <Line name="Credited">
          <Duration seconds={entry.creditedMs / 1_000} />
        </Line>
        <Line name="Status">{statusText(status)}</Line>
        <Line name="Heard">{entry.offline ? "From a copy saved on your device" : "Over the network"}</Line>
        <Line name="Rules">
          <Link to="/policy" className="font-semibold text-accent underline-offset-4 hover:underline">
            Version {entry.policyVersion}
          </Link>
        </Line>
      </dl>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">Tokens earned</span>
        <Tokens amount={entry.tokensEarned} withNaira className="text-2xl font-extrabold" />
      </p>
      {entry.settlement && (
        <p className="rounded-lg bg-info-soft px-4 py-3 text-sm">{settlementText(entry.settlement)}</p>
      )}
      {why && <p className="rounded-lg bg-info-soft px-4 py-3 text-sm">{why}</p>}
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}
