import type { PlayHistoryEntry } from "@contract/listening.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDateTime, formatDuration } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { figure, naira } from "../parts/columns.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { paymentAt } from "../shell/work_address.ts";
import { Proof } from "../explorer/Proof.tsx";
import { reasonWords, STATUS_WORDS } from "../payments/words.ts";
import { useGiftsOf, usePayoutsOf, usePlaysOf } from "./api.ts";
import { RefundGift } from "./RefundGift.tsx";

/** A person's plays, newest first. */
export function PersonPlays({ userId }: { userId: string }) {
  const list = usePlaysOf(userId);
  const [proven, setProven] = useState<PlayHistoryEntry>();
  return (
    <>
      <ListBody
        query={list}
        rows={list.data?.pages.flatMap(({ playHistory }) => playHistory)}
        loading="Loading..."
        failure="Failed to load the list"
        empty="No plays yet."
      >
        {(plays) => (
          <DataTable
            label="Plays"
            rows={plays}
            keyOf={({ _id }) => _id}
            columns={playColumns(setProven)}
          />
        )}
      </ListBody>
      {proven && (
        <Dialog open title="Proof of a play" onClose={() => setProven(undefined)}>
          <Proof userId={userId} playId={proven._id} />
        </Dialog>
      )}
    </>
  );
}

function playColumns(onProve: (play: PlayHistoryEntry) => void): readonly Column<PlayHistoryEntry>[] {
  return [
    { label: "Time", cell: ({ playedAt }) => formatDateTime(playedAt) },
    { label: "Song", cell: ({ trackId: { title, artist } }) => `${title} · ${artist}` },
    figure("Heard", ({ listenedMs }) => formatDuration(listenedMs / 1_000)),
    figure("Credited", ({ creditedMs }) => formatDuration(creditedMs / 1_000)),
    naira("Amount", ({ tokensEarned }) => tokensEarned),
    { label: "Remark", cell: remarkOn },
    {
      label: "Proof",
      onPhone: "end",
      cell: (play) => (
        <Button
          variant="plain"
          size="small"
          className="-my-2 md:-ml-3"
          onClick={() => onProve(play)}
        >
          Proof<span className="sr-only">of {play.trackId.title}, {formatDateTime(play.playedAt)}</span>
        </Button>
      ),
    },
  ];
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
  const list = useGiftsOf(userId);
  return (
    <ListBody
      query={list}
      rows={list.data?.pages.flatMap((page) => page.gifts)}
      loading="Loading..."
      failure="Failed to load the list"
      empty="No gifts yet."
    >
      {(gifts) => (
        <DataTable
          label="Gifts"
          rows={gifts}
          keyOf={({ giftId }) => giftId}
          columns={[
            { label: "Time", cell: ({ at }) => formatDateTime(at) },
            {
              label: "What",
              cell: ({ way, status }) =>
                `${way === "given" ? "Gave" : "Got"}${status === "refunded" ? ", returned" : ""}`,
            },
            { label: "Who", cell: ({ other }) => <PersonLink {...other} none="Erased person" /> },
            naira("Amount", ({ tokens }: { tokens: number }) => tokens),
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
      )}
    </ListBody>
  );
}

/** A person's withdrawals, newest first. */
export function PersonPayouts({ userId }: { userId: string }) {
  const list = usePayoutsOf(userId);
  return (
    <ListBody
      query={list}
      rows={list.data?.pages.flatMap((page) => page.payouts)}
      loading="Loading..."
      failure="Failed to load the list"
      empty="No withdrawals yet."
    >
      {(payouts) => (
        <DataTable
          label="Payouts"
          rows={payouts}
          keyOf={({ withdrawalId }) => withdrawalId}
          columns={[
            { label: "Requested", cell: ({ requestedAt }) => formatDateTime(requestedAt) },
            naira("Amount", ({ amount }: { amount: number }) => amount, "end"),
            { label: "State", cell: ({ status }) => STATUS_WORDS[status] },
            { label: "Reference", cell: ({ reference }) => reference },
            {
              label: "Comes from",
              cell: ({ withdrawalId }) => (
                <Link className="text-link underline" to={paymentAt(withdrawalId)}>Plays and gifts</Link>
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
      )}
    </ListBody>
  );
}
