import type { PlayHistoryEntry } from "@contract/listening.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatDuration, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { DataTable } from "../parts/DataTable.tsx";
import { Proof } from "../explorer/Proof.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { reasonWords, STATUS_WORDS } from "../payments/words.ts";
import { usePersonList } from "./api.ts";
import { RefundGift } from "./RefundGift.tsx";

/** A person's plays, newest first. */
export function PersonPlays({ userId }: { userId: string }) {
  const list = usePersonList(userId, "plays");
  const plays = list.data?.pages.flatMap(({ playHistory }) => playHistory);
  const [proven, setProven] = useState<PlayHistoryEntry>();
  return (
    <Listed list={list} rows={plays} empty="No plays yet.">
      <DataTable
        label="Plays"
        rows={plays ?? []}
        keyOf={({ _id }) => _id}
        columns={[
          { label: "Time", cell: ({ playedAt }) => formatDateTime(playedAt) },
          { label: "Song", cell: ({ trackId: { title, artist } }) => `${title} · ${artist}` },
          {
            label: "Heard",
            isFigure: true,
            onPhone: "named",
            cell: ({ listenedMs }) => formatDuration(listenedMs / 1_000),
          },
          {
            label: "Credited",
            isFigure: true,
            onPhone: "named",
            cell: ({ creditedMs }) => formatDuration(creditedMs / 1_000),
          },
          { label: "Tokens", isFigure: true, onPhone: "named", cell: ({ tokensEarned }) => formatTokens(tokensEarned) },
          { label: "Remark", cell: remarkOn },
          {
            label: "Proof",
            onPhone: "end",
            cell: (play) => (
              <Button
                variant="plain"
                size="small"
                className="-my-2 md:-ml-3"
                onClick={() => setProven(play)}
              >
                Proof<span className="sr-only">of {play.trackId.title}, {formatDateTime(play.playedAt)}</span>
              </Button>
            ),
          },
        ]}
      />
      {proven && (
        <Dialog open title="Proof of a play" onClose={() => setProven(undefined)}>
          <Proof userId={userId} playId={proven._id} />
        </Dialog>
      )}
    </Listed>
  );
}

function remarkOn({ reason, settlement, offline }: PlayHistoryEntry): string {
  const words = [
    reason && reasonWords(reason),
    settlement && SETTLEMENTS[settlement.state],
    offline && "Heard offline",
  ];
  return words.filter(Boolean).join(", ");
}

const SETTLEMENTS = { settling: "Settling", held: "Held", voided: "Removed" } as const;

/** What a person gave and got, newest first. */
export function PersonGifts({ userId }: { userId: string }) {
  const list = usePersonList(userId, "gifts");
  const gifts = list.data?.pages.flatMap((page) => page.gifts);
  return (
    <Listed list={list} rows={gifts} empty="No gifts yet.">
      <DataTable
        label="Gifts"
        rows={gifts ?? []}
        keyOf={({ giftId }) => giftId}
        columns={[
          { label: "Time", cell: ({ at }) => formatDateTime(at) },
          {
            label: "What",
            cell: ({ way, status }) =>
              `${way === "given" ? "Gave" : "Got"}${status === "refunded" ? ", returned" : ""}`,
          },
          {
            label: "Who",
            cell: ({ other }) => (
              <Link className="text-link underline" to={`/people/${other.userId}`}>
                {other.name || "Erased person"}
              </Link>
            ),
          },
          { label: "Tokens", isFigure: true, onPhone: "named", cell: ({ tokens }) => formatTokens(tokens) },
          { label: "Paid by", onPhone: "named", cell: ({ method }) => method === "card" ? "Card" : "Tokens" },
          {
            label: "Refund",
            onPhone: "end",
            cell: ({ giftId, tokens, method, status, refund }) =>
              status === "sent" && <RefundGift gift={{ giftId, tokens, method, refund }} />,
          },
          { label: "Reference", cell: ({ reference }) => reference },
        ]}
      />
    </Listed>
  );
}

/** A person's withdrawals, newest first. */
export function PersonPayouts({ userId }: { userId: string }) {
  const list = usePersonList(userId, "payouts");
  const payouts = list.data?.pages.flatMap((page) => page.payouts);
  return (
    <Listed list={list} rows={payouts} empty="No withdrawals yet.">
      <DataTable
        label="Payouts"
        rows={payouts ?? []}
        keyOf={({ withdrawalId }) => withdrawalId}
        columns={[
          { label: "Requested", cell: ({ requestedAt }) => formatDateTime(requestedAt) },
          { label: "Tokens", isFigure: true, onPhone: "end", cell: ({ amount }) => formatTokens(amount) },
          { label: "State", cell: ({ status }) => STATUS_WORDS[status] },
          { label: "Reference", cell: ({ reference }) => reference },
          {
            label: "Comes from",
            cell: ({ withdrawalId }) => (
              <Link className="text-link underline" to={`/explorer/${withdrawalId}`}>Plays and gifts</Link>
            ),
          },
          {
            label: "Log",
            cell: ({ withdrawalId }) => (
              <Link className="text-link underline" to={`/audit?subject=withdrawal:${withdrawalId}`}>History</Link>
            ),
          },
        ]}
      />
    </Listed>
  );
}

interface ListedProps {
  list: Parameters<typeof MorePages>[0]["pages"] & { isPending: boolean; isFetching: boolean; refetch(): unknown };
  /** Undefined while there is no answer. */
  rows: readonly unknown[] | undefined;
  empty: string;
  children: ReactNode;
}

function Listed({ list, rows, empty, children }: ListedProps) {
  if (list.isPending) return <Skeleton shape="rows" count={6} label="Loading..." />;
  if (!rows) {
    const message = failureText(list.error, "Failed to load the list");
    return <ErrorState message={message} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0) return <p className="text-sm text-ink-soft">{empty}</p>;
  return (
    <>
      {children}
      <MorePages pages={list} failure="Failed to load more" />
    </>
  );
}
