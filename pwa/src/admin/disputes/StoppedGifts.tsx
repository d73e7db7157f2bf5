import type { StoppedGifts as Stopped } from "@contract/gift_refunds.ts";
import type { ProposalAnswer } from "@contract/proposals.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { RefundGift } from "../people/RefundGift.tsx";
import { adminApi } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";

const COLUMNS = ["Tokens", "Giver", "Artist", "Given", "Stopped by", "Settles", "Decision"];

/** `/stopped-gifts`: gifts of tokens that their giver or an admin stopped; each settles when its time ends. */
export function StoppedGifts({ only }: { only?: string }) {
  return (
    <>
      <ScreenHead
        title="Stopped gifts"
        subtitle="Each settles when its time ends, unless it is returned."
        before={<Link className="-my-3 inline-block py-3 text-sm text-link underline" to="/books">Books</Link>}
      />
      <Waiting only={only} />
    </>
  );
}

function Waiting({ only }: { only: string | undefined }) {
  const query = useQuery({
    queryKey: ["admin", "gifts", "stopped"],
    queryFn: ({ signal }) => adminApi<Stopped>("/api/v1/admin/gifts/stopped", { signal }),
  });
  const { data } = query;
  if (!data) {
    return <LoadState query={query} count={3} label="Loading stopped gifts..." failure="Failed to load them" />;
  }
  const gifts = data.gifts.filter(({ giftId }) => only === undefined || giftId === only);
  if (gifts.length === 0) {
    return (
      <EmptyState title="No stopped gifts" text="No gift waits for your decision. Refunds wait under Proposals." />
    );
  }
  const rows = gifts.map((gift) => {
    const { giftId, tokens, giverId, artist, givenAt, stoppedBy, endsAt, isWaiting = false } = gift;
    return {
      id: giftId,
      cells: [
        <strong key="tokens">{formatTokens(tokens)}</strong>,
        <Link key="giver" className="text-link underline" to={`/people/${giverId}`}>…{giverId.slice(-8)}</Link>,
        <Link key="artist" className="text-link underline" to={`/people/${artist.userId}`}>
          <bdi>{artist.name || `…${artist.userId.slice(-8)}`}</bdi>
        </Link>,
        formatDateTime(givenAt),
        stoppedBy === "giver" ? "The giver" : "An admin",
        formatDateTime(endsAt),
        <span key="decide" className="flex items-center gap-2">
          <RefundGift gift={{ giftId, tokens, method: "tokens" }} />
          <LetGo giftId={giftId} artist={artist.name} isWaiting={isWaiting} />
        </span>,
      ],
    };
  });
  return <DenseTable label="Stopped gifts" columns={COLUMNS} rows={rows} />;
}

function LetGo({ giftId, artist, isWaiting }: { giftId: string; artist: string; isWaiting: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const letting = useMutation({
    mutationFn: () => adminApi<ProposalAnswer>(`/api/v1/admin/gifts/${giftId}/let-go`, { method: "POST" }),
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  if (isWaiting || letting.data?.state === "waiting") {
    return (
      <span role="status">
        <Link className="text-link underline" to="/proposals">Waits for an admin</Link>
      </span>
    );
  }
  return (
    <May call="POST /api/v1/admin/gifts/:id/let-go">
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>Let it go</Button>
      <ConfirmDialog
        open={isAsking}
        title="Let this gift go?"
        message={`${artist || "The artist"} can use it within minutes. The giver cannot stop it again.`}
        confirmLabel="Let it go"
        busy={letting.isPending}
        error={letting.isError ? failureText(letting.error, "That did not work") : undefined}
        onConfirm={() => letting.mutate()}
        onCancel={() => setAsking(false)}
      />
    </May>
  );
}
