import type { MessageAnswer } from "@contract/accounts.ts";
import type { GiftRefundList } from "@contract/gift_refunds.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { adminApi } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";
import { StoppedGifts } from "./StoppedGifts.tsx";

const PATH = "/api/v1/admin/gift-refunds";
const KEY = ["admin", "gift-refunds"];
const CONFIRM = "POST /api/v1/admin/gift-refunds/:id/proposals/:proposalId/confirm";

type Waiting = GiftRefundList["refunds"][number];

/** `/gift-refunds`: gifts that one admin wants to return, and an admin on another side confirms. */
export function GiftRefunds() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<GiftRefundList>(PATH, { signal }) });
  const { data } = query;
  const [opened, setOpened] = useState<Waiting>();
  const [notice, say] = usePassing<string>();
  return (
    <>
      <ScreenHead
        title="Refunds"
        subtitle="Larger refunds of gifts take two admins: Orin pays what an artist has spent already."
        before={<Link className="-my-3 inline-block py-3 text-sm text-link underline" to="/books">Books</Link>}
      />
      {notice && <Banner tone="success" className="mb-4">{notice}</Banner>}
      {!data && <LoadState query={query} count={6} label="Loading refunds..." failure="Failed to load the refunds" />}
      {data?.refunds.length === 0 && <EmptyState title="No refunds" text="No refund waits for a second admin." />}
      {data && data.refunds.length > 0 && <Table refunds={data.refunds} onOpen={setOpened} />}
      <h2 className="mt-8 mb-3 text-lg">Stopped gifts</h2>
      <StoppedGifts />
      {opened && <Decide refund={opened} onClose={() => setOpened(undefined)} onDone={say} />}
    </>
  );
}

const COLUMNS = ["Tokens", "Paid by", "Giver", "Artist", "Given", "Proposed by", "Proposed", "Decision"];

function Table({ refunds, onOpen }: { refunds: readonly Waiting[]; onOpen(refund: Waiting): void }) {
  const rows = refunds.map((refund) => {
    const { giftId, tokens, method, giverId, artist, givenAt, by, proposedAt } = refund;
    return {
      id: giftId,
      cells: [
        <strong key="tokens">{formatTokens(tokens)}</strong>,
        method === "card" ? "Card" : "Tokens",
        <Link key="giver" className="text-link underline" to={`/people/${giverId}`}>…{giverId.slice(-8)}</Link>,
        <Link key="artist" className="text-link underline" to={`/people/${artist.userId}`}>
          <bdi>{artist.name || `…${artist.userId.slice(-8)}`}</bdi>
        </Link>,
        formatDate(givenAt),
        <bdi key="by">{by}</bdi>,
        formatDate(proposedAt),
        <May key="decide" call={CONFIRM}>
          <Button size="small" variant="quiet" onClick={() => onOpen(refund)}>Look at it</Button>
        </May>,
      ],
    };
  });
  return <DenseTable label="Refunds that wait" columns={COLUMNS} rows={rows} />;
}

interface DecideProps {
  refund: Waiting;
  onClose(): void;
  /** What is said once it has worked. */
  onDone(said: string): void;
}

function Decide({ refund, onClose, onDone }: DecideProps) {
  const { giftId, proposalId, by, proposedAt, mayConfirm, tokens, method, artist } = refund;
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: (name: "confirm" | "withdraw") =>
      adminApi<MessageAnswer>(`${PATH}/${giftId}/proposals/${proposalId}/${name}`, { method: "POST" }),
    onSuccess: ({ message }) => {
      onDone(message);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  return (
    <Dialog
      open
      title="Return this gift?"
      description={`${by} proposed it on ${formatDate(proposedAt)}.`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 text-sm">
        <p>
          {method === "card"
            ? `The giver gets ${formatTokens(tokens)} naira back on their card through ${PROVIDER_NAME}. `
            : `The giver gets ${formatTokens(tokens)} tokens back. `}
          <bdi>{artist.name || "The artist"}</bdi>{" "}
          owes what they no longer have of it, and Orin pays that first. It cannot be undone.
        </p>
        {!mayConfirm && (
          <p className="text-ink-soft">
            An admin on another side, who has no part in this gift, confirms it.
          </p>
        )}
        {step.isError && <Banner tone="error">{failureText(step.error, "That did not work")}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" disabled={step.isPending} onClick={() => step.mutate("withdraw")}>Withdraw it</Button>
          {mayConfirm && (
            <Button variant="danger" busy={step.isPending} onClick={() => step.mutate("confirm")}>
              Confirm the refund
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
