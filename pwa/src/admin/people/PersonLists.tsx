import type { PlayHistoryEntry } from "@contract/listening.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatDuration, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
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
      <DenseTable
        label="Plays"
        columns={["Time", "Song", "Heard", "Credited", "Tokens", "Remark", "Proof"]}
        rows={(plays ?? []).map((play) => ({
          id: play._id,
          cells: [
            formatDateTime(play.playedAt),
            `${play.trackId.title} · ${play.trackId.artist}`,
            formatDuration(play.listenedMs / 1_000),
            formatDuration(play.creditedMs / 1_000),
            formatTokens(play.tokensEarned),
            remarkOn(play),
            <Button key="proof" variant="plain" size="small" className="-my-2 -ml-3" onClick={() => setProven(play)}>
              Proof<span className="sr-only">of {play.trackId.title}, {formatDateTime(play.playedAt)}</span>
            </Button>,
          ],
        }))}
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
      <DenseTable
        label="Gifts"
        columns={["Time", "What", "Who", "Tokens", "Paid by", "Refund", "Reference"]}
        rows={(gifts ?? []).map(({ giftId, at, way, other, tokens, method, status, refund, reference }) => ({
          id: giftId,
          cells: [
            formatDateTime(at),
            `${way === "given" ? "Gave" : "Got"}${status === "refunded" ? ", returned" : ""}`,
            <Link key="who" className="text-link underline" to={`/people/${other.userId}`}>
              {other.name || "Erased person"}
            </Link>,
            formatTokens(tokens),
            method === "card" ? "Card" : "Tokens",
            status === "sent" && <RefundGift key="refund" gift={{ giftId, tokens, method, refund }} />,
            reference ?? "",
          ],
        }))}
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
      <DenseTable
        label="Payouts"
        columns={["Requested", "Tokens", "State", "Reference", "Comes from", "Log"]}
        rows={(payouts ?? []).map(({ withdrawalId, requestedAt, amount, status, reference }) => ({
          id: withdrawalId,
          cells: [
            formatDateTime(requestedAt),
            formatTokens(amount),
            STATUS_WORDS[status],
            reference ?? "",
            <Link key="lots" className="text-link underline" to={`/explorer/${withdrawalId}`}>Plays and gifts</Link>,
            <Link key="log" className="text-link underline" to={`/audit?subject=withdrawal:${withdrawalId}`}>
              History
            </Link>,
          ],
        }))}
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
