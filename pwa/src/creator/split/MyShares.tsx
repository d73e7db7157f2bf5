import { formatBasisPoints, type OwnShare, type OwnShares, type ShareLine } from "@contract/splits.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { ownSharesQuery } from "../../data/splits.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { useSession } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { useLeaveSplit } from "./api.ts";
import { AskDispute, DisputePanel, SettledDisputes } from "./DisputePanel.tsx";

/** `/cs-shares`: one's shares of others' songs, what waits for an answer, and what the shares brought. */
export function MyShares() {
  const query = useQuery(ownSharesQuery);
  return (
    <>
      <PageHeader title="My shares" subtitle="Your part of songs that other artists own.">
        <ButtonLink variant="quiet" to="/cs-wallet">Wallet</ButtonLink>
      </PageHeader>
      {query.data
        ? <Content shares={query.data} />
        : <LoadState query={query} label="Loading your shares..." failure="Failed to load your shares" />}
    </>
  );
}

function Content({ shares: { invitations, shares, settled, lines } }: { shares: OwnShares }) {
  if (invitations.length + shares.length + settled.length + lines.length === 0) {
    return (
      <EmptyState
        title="No shares yet"
        text="When an artist shares a song with you, you find it here, and your part of its gifts and royalties goes to your wallet by itself."
        action={<ButtonLink to="/cs-music-list">Share a song of yours</ButtonLink>}
      />
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {shares.length > 0 && (
        <ul aria-label="Your shares" className="grid items-start gap-3 lg:grid-cols-2">
          {shares.map((share) => <Share key={share.trackId} share={share} />)}
        </ul>
      )}
      <SettledDisputes settled={settled} side="collaborator" />
      <Lines lines={lines} />
    </div>
  );
}

function Invitations({ invitations }: Pick<OwnShares, "invitations">) {
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-3">
      <h2 id="waiting" className="text-xl">Waiting for your answer</h2>
      <ul className="grid items-start gap-3 lg:grid-cols-2">
        {invitations.map(({ token, title, ownerName, basisPoints, wasBasisPoints }) => (
          <Card key={token} as="li" className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                <bdi>{title}</bdi>
              </p>
              <p className="text-sm text-ink-soft">
                <bdi>{ownerName}</bdi>: {wasBasisPoints > 0 && `${formatBasisPoints(wasBasisPoints)} → `}
                {formatBasisPoints(basisPoints)}
              </p>
            </div>
            <ButtonLink to={`/split/${token}`}>Look and answer</ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  );
}

function Share({ share }: { share: OwnShare }) {
  const [asks, setAsks] = useState<"leave" | "dispute">();
  const userId = useSession()?.userId ?? "";
  const leave = useLeaveSplit();
  const { trackId, title, coverImageUrl, ownerName, basisPoints, since, received, dispute } = share;
  return (
    <Card as="li">
      <div className="flex items-center gap-4">
        <Cover src={coverImageUrl} seed={trackId} size={56} className="size-14 shrink-0 rounded-lg" />
        <div className="min-w-0 flex-1">
          <Link to={`/track/${trackId}`} className="font-semibold wrap-anywhere hover:underline">
            <bdi>{title}</bdi>
          </Link>
          <p className="text-sm text-ink-soft">
            <bdi>{ownerName}</bdi> · since {formatDate(since)}
          </p>
        </div>
        <strong className="text-xl tabular-nums">{formatBasisPoints(basisPoints)}</strong>
      </div>
      <p className="mt-3 flex items-baseline justify-between gap-4 text-sm">
        <span className="text-ink-soft">From gifts so far</span>
        <span className="font-semibold">
          {nairaOf(received)}
        </span>
      </p>
      {dispute
        ? <DisputePanel dispute={dispute} side="collaborator" other={ownerName} />
        : (
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="plain" onClick={() => setAsks("dispute")}>Dispute</Button>
            <Button variant="plain" onClick={() => setAsks("leave")}>Give it up</Button>
          </div>
        )}
      {asks === "dispute" && <AskDispute trackId={trackId} creatorId={userId} onClose={() => setAsks(undefined)} />}
      <ConfirmDialog
        open={asks === "leave"}
        dangerous
        title="Give up your share?"
        message={`From now on you get nothing of what “${title}” earns. What you have got stays yours. Only ${ownerName} can share it with you again.`}
        confirmLabel="Give it up"
        busy={leave.isPending}
        error={leave.isError ? failureText(leave.error, "Failed to give it up") : undefined}
        onConfirm={() =>
          leave.mutate(trackId, {
            onSuccess: () => {
              setAsks(undefined);
              void toast("You gave up your share", "success");
            },
          })}
        onCancel={() => setAsks(undefined)}
      />
    </Card>
  );
}

const STATES = { sent: "In your wallet", settling: "Settling", refunded: "Returned to the giver" } as const;

function Lines({ lines }: { lines: readonly ShareLine[] }) {
  return (
    <Card>
      <h2 className="mb-2 text-xl">What came in</h2>
      {lines.length === 0 && (
        <p className="text-sm text-ink-soft">
          Nothing yet. You find your part of each gift here once someone gives one; royalties are on their own page.
        </p>
      )}
      <ul aria-label="What your shares brought" className="flex flex-col divide-y divide-line">
        {lines.map(({ id, title, at, tokens, status }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </span>
            <span className="font-semibold tabular-nums">{nairaOf(tokens)}</span>
            <span className="w-full text-sm text-ink-soft">Gift, {formatDate(at)} · {STATES[status]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
