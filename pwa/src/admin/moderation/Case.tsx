import { type AdminClaim, type CaseAnswer, MOST_STRIKES } from "@contract/moderation.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import type { Notice } from "../parts/notice.ts";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { May } from "../shell/May.tsx";
import { type Step, type Thing, useCase, useStep } from "./api.ts";
import { answererWords, KIND_WORDS } from "./words.ts";
import { type Asked, DecisionDialog } from "./DecisionDialog.tsx";

const HIDE = "POST /api/v1/admin/moderation/:kind/:subjectId/hide";
const ANSWER = "POST /api/v1/admin/moderation/:kind/:subjectId/appeals/:appealId/answers";

/** One case: what it is about, what people say, what can be decided, and all that was. */
export function Case({ kind, subjectId }: Thing) {
  const query = useCase({ kind, subjectId });
  const { data } = query;
  return (
    <>
      <ScreenHead
        title={KIND_WORDS[kind]}
        subtitle={data?.title}
        before={<Link className="-my-3 inline-block py-3 text-sm text-link underline" to="/moderation">All cases</Link>}
      >
        {data && <Standing found={data} />}
      </ScreenHead>
      {!data && <LoadState query={query} count={5} label="Loading the case..." failure="Failed to load the case" />}
      {data && <Shown found={data} />}
    </>
  );
}

/** What everyone sees of it: a claim may hold what no moderator hides. */
function Standing({ found: { isHidden, claims } }: { found: CaseAnswer }) {
  const isTaken = claims.some(({ state }) => state === "granted" || state === "countered" || state === "contested");
  if (isHidden || isTaken) return <Badge tone="bad">{isHidden ? "Hidden" : "Taken down"}</Badge>;
  return <Badge tone="good">Shown</Badge>;
}

function Shown({ found }: { found: CaseAnswer }) {
  const step = useStep(found);
  const [asked, setAsked] = useState<Asked>();
  const [notice, say] = usePassing<Notice>((said) => said.tone === "error");
  const take = ({ path, body }: Step) => {
    setAsked(undefined);
    step.mutate({ path, body: { ...body, seen: found.decisions } }, {
      onSuccess: () => say({ tone: "success", text: "Your decision is noted" }),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  return (
    <div className="flex flex-col gap-6">
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <About found={found} />
          <Appeal found={found} isBusy={step.isPending} onAsk={setAsked} />
          <May call={HIDE}>
            <Decide found={found} isBusy={step.isPending} onAsk={setAsked} />
          </May>
          {found.claims.map((claim) => (
            <ClaimPart key={claim.claimId} claim={claim} isBusy={step.isPending} onAsk={setAsked} />
          ))}
          {found.moreUnconfirmed > 0 && (
            <p className="text-sm text-ink-soft">
              {plural(found.moreUnconfirmed, "older claim")} that nobody has confirmed{" "}
              {found.moreUnconfirmed === 1 ? "is" : "are"} left out.
            </p>
          )}
        </div>
        <History found={found} />
      </div>
      {asked && <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} onDecide={take} />}
    </div>
  );
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
            Of{" "}
            <Link className="text-link underline" to={`/people/${owner.userId}`}>
              <bdi>{owner.name}</bdi>
            </Link>
            , <StrikeCount count={owner.strikes} />
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
          <May call={ANSWER}>
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
        ]}
      />
      <May call={HIDE}>
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

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => <Fact key={label} label={label}>{value || "Erased"}</Fact>)}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function History({ found: { history } }: { found: CaseAnswer }) {
  return (
    <Part title="History">
      {history.length === 0 && <p className="text-sm text-ink-soft">Nobody has said anything about it.</p>}
      <ol className="divide-y divide-line">
        {history.map(({ at, what, by, words }, index) => (
          <li key={`${at} ${index}`} className="py-3 text-sm first:pt-0">
            <p className="font-semibold">{what}</p>
            {words && <Words text={words} />}
            <p className="text-xs text-ink-soft">
              <bdi>{by}</bdi>, {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Words({ text }: { text: string }) {
  return (
    <p className="py-1 wrap-anywhere whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  );
}
