import type { ClaimLink } from "@contract/moderation.ts";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { formatDate } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useClaimLink, useConfirmClaim } from "./api.ts";
import { isLinkOver, LinkOver } from "../ui/LinkOver.tsx";

/** `/takedown/:token`: a rights holder confirms their claim with the link of our mail; no account is needed. */
export function ConfirmClaim() {
  const { token = "" } = useParams();
  const query = useClaimLink(token);
  const { data, error } = query;
  if (isLinkOver(error)) return <LinkOver error={error} />;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="Your claim"
        subtitle={data && data.state !== "unconfirmed" ? undefined : "We look at it once you have confirmed it."}
        seed="Takedown"
      />
      {data
        ? <Claim token={token} claim={data} />
        : <LoadState query={query} count={2} label="Loading your claim..." failure="Failed to load your claim" />}
    </div>
  );
}

function Claim({ token, claim }: { token: string; claim: ClaimLink }) {
  const { claimId, title, name, work, at } = claim;
  return (
    <Card className="flex flex-col gap-5">
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-ink-soft">Song</dt>
        <dd className="wrap-anywhere">
          <bdi>{title || "A song that is no longer here"}</bdi>
        </dd>
        <dt className="text-ink-soft">Who claims it</dt>
        <dd className="wrap-anywhere">
          <bdi>{name}</bdi>, {formatDate(at)}
        </dd>
        <dt className="text-ink-soft">Their work</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <bdi>{work}</bdi>
        </dd>
        <dt className="text-ink-soft">Number</dt>
        <dd className="font-mono text-xs wrap-anywhere">{claimId}</dd>
      </dl>
      <Confirm token={token} claim={claim} />
    </Card>
  );
}

const STATES: Record<Exclude<ClaimLink["state"], "unconfirmed">, string> = {
  waiting: "Your claim is confirmed. A person looks at it, and we answer by email.",
  lapsed: "Nobody confirmed this claim in time, so we have forgotten it. Please send it again.",
  granted: "We took the song down. If the artist answers, we write to you.",
  countered: "The artist has answered your claim. Our email says what you can do, and until when.",
  contested: "You have shown that you went to court. We wait for its decision.",
  refused: "We did not take the song down. Our email says why.",
  ended: "This claim has come to an end.",
};

function Confirm({ token, claim: { state, confirmBy } }: { token: string; claim: ClaimLink }) {
  const [key] = useState(() => crypto.randomUUID());
  const confirm = useConfirmClaim(token);
  if (state !== "unconfirmed") {
    return <Banner tone={state === "waiting" ? "success" : "info"}>{STATES[state]}</Banner>;
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        Is this your claim? Confirm it by{" "}
        {formatDate(confirmBy)}, or it is forgotten. If it is not yours, do nothing: the song stays.
      </p>
      <FailureBanner of={confirm} text="Your claim was not confirmed. Please try again." />
      <Button
        className="self-start max-sm:w-full"
        busy={confirm.isPending}
        busyLabel="Confirming..."
        onClick={() => confirm.mutate(key)}
      >
        Confirm my claim
      </Button>
    </div>
  );
}
