import type { SentGift } from "@contract/gifts.ts";
import { formatDollars } from "@contract/money.ts";
import { Gift } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useSentGifts } from "../data/wallet.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate, formatDateTime } from "../lib/format.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { UnpaidCheckout } from "../ui/UnpaidCheckout.tsx";
import { useStopGift, useVerifyGift } from "./api.ts";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";

/** `/gifts`: what the user gave, what came of it, and the artists' thanks. */
export function SentGifts() {
  const gifts = useSentGifts();
  return (
    <>
      <PageHeader
        title="Your Gifts"
        subtitle="Your gifts to artists, and their thanks."
        before={<BackLink to="/earnings">Back to Earnings</BackLink>}
      />
      <States gifts={gifts} />
    </>
  );
}

function States({ gifts }: { gifts: ReturnType<typeof useSentGifts> }) {
  const savedAt = useSavedAt(gifts);
  if (gifts.data?.length === 0) {
    return (
      <EmptyState
        title="No gifts yet"
        text="Send a gift from an artist's page or a song's menu. All of it goes to the artist."
        action={<ButtonLink to="/artists">Find an artist</ButtonLink>}
      />
    );
  }
  if (gifts.data) {
    return (
      <>
        <SavedNote what="list of gifts" savedAt={savedAt} />
        <ul aria-label="Gifts" className="grid gap-3 lg:grid-cols-2">
          {gifts.data.map((gift) => <GiftCard key={gift.id} gift={gift} />)}
        </ul>
      </>
    );
  }
  return (
    <LoadState
      query={gifts}
      count={4}
      label="Loading your gifts..."
      failure="Failed to load your gifts. Please try again later."
    />
  );
}

function GiftCard({ gift }: { gift: SentGift }) {
  return (
    <Card as="li" className="flex items-start gap-4">
      <Gift aria-hidden="true" size={22} className="mt-1 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="text-lg tabular-nums">{formatDollars(gift.amount)}</strong>
          <span className="rounded-full bg-ink/8 px-2.5 py-0.5 text-xs font-semibold">{gift.tier}</span>
          <span className="text-xs text-ink-faint tabular-nums">
            {gift.method === "tokens" ? tokensWithNaira(gift.naira) : `${nairaOf(gift.naira)} by card`}
          </span>
        </p>
        <p className="text-sm text-ink-soft">
          to{" "}
          <Link to={`/artists/${gift.artistId}`} className="font-semibold text-ink underline">
            {gift.artist || "An artist"}
          </Link>
          {gift.track && ` for ${gift.track.title}`}, {formatDate(gift.date)},{" "}
          {gift.isNamed ? "with your name" : "anonymously"}
        </p>
        {gift.message && <q className="mt-2 block break-words">{gift.message}</q>}
        {gift.status === "refunded" && (
          <p className="mt-2 text-sm font-semibold">
            Returned: you have your money back.
          </p>
        )}
        {gift.thanks && (
          <p className="mt-3 rounded-lg bg-success-soft px-3 py-2 text-sm break-words">
            <strong className="block">{gift.artist || "The artist"} says thank you</strong>
            {gift.thanks}
          </p>
        )}
        {gift.status === "sent" && gift.settlesAt && <Settles gift={gift} settlesAt={gift.settlesAt} />}
        {gift.status === "started" && gift.reference && <Unpaid reference={gift.reference} />}
      </div>
    </Card>
  );
}

/** Until the artist can use tokens, their giver may stop them, once. */
function Settles({ gift: { id, artist, isStopped }, settlesAt }: { gift: SentGift; settlesAt: string }) {
  const [isAsking, setAsking] = useState(false);
  const stopping = useStopGift();
  const name = artist || "The artist";
  if (isStopped) {
    return (
      <p className="mt-2 text-sm font-semibold">
        Stopped. We look at it until {formatDateTime(settlesAt)}; without a decision {name} has it then.
      </p>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span>{name} can use it from {formatDateTime(settlesAt)}.</span>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>Stop this gift</Button>
      <ConfirmDialog
        open={isAsking}
        title="Stop this gift?"
        message={`Stop it if you did not send it, or sent it by mistake. ${name} cannot use it, and an admin decides within 72 hours whether you get it back. You can stop a gift once.`}
        confirmLabel="Stop the gift"
        busy={stopping.isPending}
        error={stopping.isError ? failureText(stopping.error, "Failed to stop the gift") : undefined}
        dangerous
        onConfirm={() => stopping.mutate(id, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function Unpaid({ reference }: { reference: string }) {
  const verification = useVerifyGift();
  return (
    <UnpaidCheckout
      size="small"
      className="mt-3"
      busy={verification.isPending}
      failure={verification.isError ? failureText(verification.error, "Failed to verify payment") : undefined}
      onCheck={() => verification.mutate(reference)}
    />
  );
}
