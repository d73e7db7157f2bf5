import { answerModerationAppeal, hideSubject } from "@contract/calls/moderation.ts";
import { type AdminClaim, type CaseAnswer, MOST_STRIKES, SUBJECT_WORDS } from "@contract/moderation.ts";
import { useState } from "react";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, History, Part, Words } from "../parts/CaseScreen.tsx";
import { Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { May } from "../shell/May.tsx";
import { type Asked, type Thing, useCase, useStep } from "./api.ts";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { answererWords } from "./words.ts";

/** One case: what it is about, what people say, what can be decided, and all that was. */
export function Case({ kind, subjectId }: Thing) {
  const steps = useCaseSteps(useStep({ kind, subjectId }));
  const [asked, setAsked] = useState<Asked>();
  return (
    <CaseScreen
      title={SUBJECT_WORDS[kind].label}
      subtitle={({ title }) => title}
      mark={(found) => <Standing found={found} />}
      query={useCase({ kind, subjectId })}
      loading="Loading the case..."
      failure="Failed to load the case"
    >
      {(found) => (
        <>
          {steps.said}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Sides found={found} isBusy={steps.isBusy} onAsk={setAsked} />
            <History
              empty="Nobody has said anything about it."
              entries={found.history.map(({ what, ...entry }) => ({ ...entry, text: what }))}
            />
          </div>
          {asked && (
            <DecisionDialog
              asked={asked}
              onClose={() => setAsked(undefined)}
              onDecide={(decided) => {
                setAsked(undefined);
                steps.take({ ...decided, seen: found.decisions }, "Your decision is noted");
              }}
            />
          )}
        </>
      )}
    </CaseScreen>
  );
}

function Sides({ found, ...acting }: DecideProps) {
  return (
    <div className="flex flex-col gap-6">
      <About found={found} />
      <Appeal found={found} {...acting} />
      <May call={hideSubject}>
        <Decide found={found} {...acting} />
      </May>
      {found.claims.map((claim) => <ClaimPart key={claim.claimId} claim={claim} {...acting} />)}
      {found.moreUnconfirmed > 0 && (
        <p className="text-sm text-ink-soft">
          {plural(found.moreUnconfirmed, "older claim")} that nobody has confirmed{" "}
          {found.moreUnconfirmed === 1 ? "is" : "are"} left out.
        </p>
      )}
    </div>
  );
}

/** What everyone sees of it: a claim may hold what no moderator hides. */
function Standing({ found: { isHidden, claims } }: { found: CaseAnswer }) {
  const isTaken = claims.some(({ state }) => state === "granted" || state === "countered" || state === "contested");
  if (isHidden || isTaken) return <Badge tone="bad">{isHidden ? "Hidden" : "Taken down"}</Badge>;
  return <Badge tone="good">Shown</Badge>;
}

function About({ found: { title, text, path, pictureUrl, owner, subjectId, reports } }: { found: CaseAnswer }) {
  return (
    <Part title="What it is about">
      <div className="flex gap-4">
        {pictureUrl && (
          <div className="shrink-0">
            <Cover src={pictureUrl} seed={subjectId} size={88} />
          </div>
        )}
        <div className="min-w-0 text-sm">
          {title && (
            <p className="text-base font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
          )}
          {text !== undefined && <Words text={text} />}
          <p>
            Of <PersonLink userId={owner.userId} name={owner.name} />, <StrikeCount count={owner.strikes} />
          </p>
          <p>{reports > 0 ? `${plural(reports, "report")} to look at` : "No report waits"}</p>
          {path && (
            <a className="text-link underline" href={path} target="_blank" rel="noreferrer">Open it in the app</a>
          )}
        </div>
      </div>
    </Part>
  );
}

function StrikeCount({ count }: { count: number }) {
  return count >= MOST_STRIKES
    ? <strong className="text-danger">{plural(count, "strike")}: decide about a suspension</strong>
    : <>{plural(count, "strike")} in a year</>;
}

interface DecideProps {
  found: CaseAnswer;
  isBusy: boolean;
  onAsk(asked: Asked): void;
}

/** What the owner says against the decision, and who may answer: all read it, also those who decide nothing here. */
function Appeal({ found: { appeal }, isBusy, onAsk }: DecideProps) {
  if (!appeal) return null;
  const { appealId, at, text, answerers } = appeal;
  const ask = (verdict: "grant" | "uphold") => () => onAsk({ kind: "verdict", appealId, verdict });
  return (
    <Part title="Appeal">
      <div className="flex flex-col gap-3">
        <div>
          <Words text={text} />
          <p className="text-xs text-ink-soft">The owner, {formatDateTime(at)}</p>
        </div>
        <p className="text-sm wrap-anywhere">{answererWords(answerers, "show it again")}</p>
        {answerers.mayAgree && (
          <May call={answerModerationAppeal}>
            <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
              <Button busy={isBusy} onClick={ask("grant")}>Agree and show it</Button>
              {answerers.mayAnswer && (
                <Button variant="danger" busy={isBusy} onClick={ask("uphold")}>Keep it hidden</Button>
              )}
            </div>
          </May>
        )}
      </div>
    </Part>
  );
}

function Decide({ found: { kind, isHidden, reports, reason = "other" }, isBusy, onAsk }: DecideProps) {
  const ask = (asked: Asked) => () => onAsk(asked);
  return (
    <Part title="Decide">
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        {isHidden
          ? <Button variant="quiet" busy={isBusy} onClick={ask({ kind: "show" })}>Show it again</Button>
          : <Button variant="danger" busy={isBusy} onClick={ask({ kind: "hide", of: kind, reason })}>Hide it</Button>}
        {reports > 0 && (
          <Button variant="quiet" busy={isBusy} onClick={ask({ kind: "dismiss" })}>Nothing is wrong</Button>
        )}
      </div>
    </Part>
  );
}

const STATES = {
  unconfirmed: "Address not confirmed",
  lapsed: "Never confirmed",
  waiting: "Waits for us",
  granted: "Taken down",
  countered: "The artist has answered",
  contested: "In court",
  refused: "Refused",
  ended: "Over",
} as const;

function ClaimPart({ claim, isBusy, onAsk }: { claim: AdminClaim; isBusy: boolean; onAsk(asked: Asked): void }) {
  const { claimId, state, name, email, organisation, address, work, statement, refusedBefore, counterNotice } = claim;
  const ask = (action: "grant" | "refuse" | "contest" | "end") => () => onAsk({ kind: "claim", claimId, action });
  const stands = state === "granted" || state === "countered" || state === "contested";
  return (
    <Part title="Claim of a rights holder">
      <p className="mb-3 text-sm">
        <Badge tone={state === "waiting" ? "notice" : "plain"}>{STATES[state]}</Badge> {formatDate(claim.at)}
        {refusedBefore > 0 && `, ${plural(refusedBefore, "claim")} of this address refused before`}
      </p>
      {claim.confirmBy && (
        <Banner tone="info" className="mb-3">
          Nobody has opened the link in our mail yet, so the address may be invented: nothing can be decided. If nobody
          does by {formatDate(claim.confirmBy)}, the claim is forgotten.
        </Banner>
      )}
      <Facts
        facts={[
          ["Name", organisation ? `${name}, ${organisation}` : name],
          ["Email", email],
          ["Address", address],
          ["Work", work],
          ["Statement", statement],
          ...counterNotice
            ? [
              ["Artist's answer", counterNotice.statement],
              ["Signed", `${counterNotice.name}, ${counterNotice.address}`],
              ["Comes back on", formatDate(counterNotice.restoreAt)],
            ] as [string, string][]
            : [],
        ].map(([label = "", value = ""]) => [label, <bdi key="value">{value || "Erased"}</bdi>] as const)}
      />
      <May call={hideSubject}>
        <div className="mt-4 flex flex-wrap gap-3 max-sm:*:flex-1">
          {claim.isOwn && <p className="text-sm">This claim is yours: another admin decides about it.</p>}
          {state === "waiting" && !claim.isOwn && (
            <>
              <Button variant="danger" busy={isBusy} onClick={ask("grant")}>Take the song down</Button>
              <Button variant="quiet" busy={isBusy} onClick={ask("refuse")}>Refuse the claim</Button>
            </>
          )}
          {state === "countered" && (claim.mayContest && !claim.isOwn
            ? <Button variant="danger" busy={isBusy} onClick={ask("contest")}>They went to court</Button>
            : <p className="text-sm">If they show that they went to court, another admin notes it.</p>)}
          {stands && <Button variant="quiet" busy={isBusy} onClick={ask("end")}>End the claim</Button>}
        </div>
      </May>
    </Part>
  );
}
