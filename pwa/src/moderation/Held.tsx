import { type OwnDecision, ownSubjectWords, REASON_WORDS } from "@contract/moderation.ts";
import { useState } from "react";
import { formatDate, formatDateTime } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useOwnModeration } from "./api.ts";
import { AppealForm, CounterForm } from "./HeldForms.tsx";

/** `/held`: what of mine is hidden and why, and what I can do about it. */
export function Held() {
  const query = useOwnModeration();
  const { data } = query;
  return (
    <>
      <PageHeader title="What we decided" subtitle="What of yours is hidden or was, why, and what you can do." />
      {!data && <LoadState query={query} count={2} label="Loading..." failure="Failed to load our decisions" />}
      {data && data.strikes.count > 0 && (
        <Banner tone="info" className="mb-5 max-w-3xl">
          You have {data.strikes.count} of {data.strikes.most} strikes. With {data.strikes.most}{" "}
          we decide whether your account stays open. A strike ends when its decision is off, or after a year.
        </Banner>
      )}
      {data?.decisions.length === 0 && (
        <EmptyState title="Nothing is hidden" text="Everything of yours is as you published it." />
      )}
      {data && data.decisions.length > 0 && (
        <ul aria-label="Decisions" className="flex max-w-3xl flex-col gap-4">
          {data.decisions.map((decision) => <Decision key={decision.decisionId} decision={decision} />)}
        </ul>
      )}
    </>
  );
}

interface DecisionProps {
  decision: OwnDecision;
  /** Of the link of our mail, without a log-in. */
  token?: string;
}

/** What we decided, why, and what its owner can do. */
export function Decision({ decision, token }: DecisionProps) {
  const { kind, title, at, reason, words, isStrike, stands, claim } = decision;
  return (
    <Card as={token === undefined ? "li" : "div"} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg wrap-anywhere">
          {ownSubjectWords(kind).label}
          {title && (
            <>
              : <bdi>{title}</bdi>
            </>
          )}
        </h2>
        <span className={stands ? "text-sm font-semibold text-danger" : "text-sm font-semibold text-success"}>
          {stands ? (claim ? "Taken down" : "Hidden") : "Shown again"}
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {claim ? "Claimed by a rights holder" : REASON_WORDS[reason].label}, {formatDate(at)}
        {isStrike && stands && ", a strike"}
      </p>
      {words && <Quote text={words} by="Orin" at={at} />}
      {claim && <ClaimPart decision={decision} {...(token !== undefined && { token })} />}
      <AppealPart decision={decision} />
    </Card>
  );
}

function ClaimPart({ decision: { claim, stands }, token }: DecisionProps) {
  const [isWriting, setWriting] = useState(false);
  if (!claim) return null;
  const { claimId, name, organisation, work, statement, mayCounter, state, restoreAt } = claim;
  return (
    <>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-ink-soft">Who claims it</dt>
        <dd className="wrap-anywhere">
          <bdi>{name || "Someone who is erased"}</bdi>
          {organisation && (
            <>
              , <bdi>{organisation}</bdi>
            </>
          )}
        </dd>
        <dt className="text-ink-soft">Their work</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <bdi>{work}</bdi>
        </dd>
        <dt className="text-ink-soft">What they say</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <bdi>{statement}</bdi>
        </dd>
      </dl>
      {state === "countered" && restoreAt && (
        <Banner tone="info">
          You have answered. The song comes back on {formatDate(restoreAt)}, unless the claimant goes to court.
        </Banner>
      )}
      {state === "contested" && stands && (
        <Banner tone="info">The claimant has gone to court. The song waits for its decision.</Banner>
      )}
      {mayCounter && (isWriting
        ? <CounterForm claimId={claimId} token={token} onDone={() => setWriting(false)} />
        : (
          <div className="flex flex-col gap-2">
            <p className="text-sm">If the song is yours to publish, answer the claim.</p>
            <Button className="self-start max-sm:w-full" onClick={() => setWriting(true)}>Answer the claim</Button>
          </div>
        ))}
    </>
  );
}

function AppealPart({ decision: { decisionId, mayAppeal, appeal } }: { decision: OwnDecision }) {
  const [isWriting, setWriting] = useState(false);
  if (appeal) {
    return (
      <div className="flex flex-col gap-3 border-t border-line pt-3">
        <Quote text={appeal.text} by="You" at={appeal.at} />
        {appeal.answer
          ? (
            <>
              <p className="text-sm font-semibold">
                {appeal.answer.verdict === "grant"
                  ? "You were right: it is back."
                  : "Another person has looked at it. Our decision remains, and is final."}
              </p>
              <Quote text={appeal.answer.text} by="Orin" at={appeal.answer.at} />
            </>
          )
          : <p className="text-sm font-semibold">Another person reads it. We answer here and by email.</p>}
      </div>
    );
  }
  if (!mayAppeal) return null;
  if (isWriting) return <AppealForm decisionId={decisionId} onDone={() => setWriting(false)} />;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">Are we wrong? You can appeal once: another person looks at it again.</p>
      <Button className="self-start max-sm:w-full" onClick={() => setWriting(true)}>Appeal</Button>
    </div>
  );
}

/** Words of one side, as they were written. */
export function Quote({ text, by, at }: { text: string; by: string; at: string }) {
  return (
    <blockquote className="border-l-4 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">
      <bdi>{text}</bdi>
      <footer className="text-xs text-ink-soft">{by}, {formatDateTime(at)}</footer>
    </blockquote>
  );
}
