import type { AdminAppeal, AppealOutcome } from "@contract/appeals.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime, formatTokens, plural } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import type { Notice } from "../parts/notice.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { type AppealAnswerStep, useAnswerAppeal, useAppeal } from "./api.ts";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

const ANSWER = "POST /api/v1/admin/appeals/:id/answers";

/** One appeal: the listener's words, what we decided and why, and the answer. */
export function Appeal({ appealId }: { appealId: string }) {
  const query = useAppeal(appealId);
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Appeal"
        subtitle={data && formatDateTime(data.at)}
        before={<Link className="text-sm text-link underline" to="/appeals">All appeals</Link>}
      />
      {!data && <LoadState query={query} count={5} label="Loading the appeal..." failure="Failed to load the appeal" />}
      {data && <Shown appeal={data} />}
    </>
  );
}

const ANSWERS: Record<AppealOutcome, { label: string; title: string; text: string; done: string }> = {
  uphold: {
    label: "Keep our decision",
    title: "Keep our decision?",
    text: "Nothing changes. The listener gets your words on their earnings page and by email.",
    done: "We kept our decision",
  },
  grant: {
    label: "Agree with them",
    title: "Agree with the listener?",
    text: "What was voided becomes available now, and what is frozen settles again. " +
      "The listener gets your words on their earnings page and by email.",
    done: "We agreed with the listener",
  },
};

function Shown({ appeal }: { appeal: AdminAppeal }) {
  const step = useAnswerAppeal(appeal.appealId);
  const [asking, setAsking] = useState<AppealOutcome>();
  const [notice, say] = usePassing<Notice>();
  const done = (text: string) => say({ tone: "success", text });
  const take = (asked: AppealAnswerStep, text: string) => {
    setAsking(undefined);
    step.mutate(asked, {
      onSuccess: () => done(text),
      onError: (error) => say({ tone: "error", text: failureText(error, "That did not work") }),
    });
  };
  return (
    <div className="flex flex-col gap-6">
      {notice && <Banner tone={notice.tone}>{notice.text}</Banner>}
      {appeal.proposal && (
        <Part title="The proposed answer">
          <Words text={appeal.proposal.text} />
        </Part>
      )}
      <WaitingProposal kind="appeal_answer" subject={appeal.appealId} onDone={done} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title="What they write">
          <Words text={appeal.text} />
        </Part>
        <Part title="What we decided">
          <p className="text-sm tabular-nums">
            {formatTokens(appeal.held)} tokens held, {formatTokens(appeal.voided)} removed
          </p>
          {appeal.reasons.map((reason) => <Words key={reason} text={reason} />)}
          <Evidence appeal={appeal} />
        </Part>
      </div>
      {appeal.answer && (
        <Part title={ANSWERS[appeal.answer.outcome].done}>
          <Words text={appeal.answer.text} />
          <p className="text-xs text-ink-soft">{appeal.answer.by}, {formatDateTime(appeal.answer.at)}</p>
        </Part>
      )}
      {appeal.state === "open" && (
        <May call={ANSWER}>
          <Buttons appeal={appeal} isBusy={step.isPending} onAsk={setAsking} />
        </May>
      )}
      {asking && (
        <ReasonDialog
          title={ANSWERS[asking].title}
          description={ANSWERS[asking].text}
          label="Your answer to the listener"
          most={2_000}
          initial=""
          confirmLabel={ANSWERS[asking].label}
          onClose={() => setAsking(undefined)}
          onConfirm={(answer) => take({ decision: asking, answer }, "Your answer is noted")}
        />
      )}
    </div>
  );
}

interface ButtonsProps {
  appeal: AdminAppeal;
  isBusy: boolean;
  onAsk(outcome: AppealOutcome): void;
}

function Buttons({ appeal: { needsAnother, secondAdminAbove }, isBusy, onAsk }: ButtonsProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {needsAnother
          ? "You decided about these earnings before, or they could be your side's, so an admin on another side has to " +
            "confirm your answer."
          : `Above ${formatTokens(secondAdminAbove)} tokens an admin on another side has to confirm that you agree.`}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button busy={isBusy} onClick={() => onAsk("grant")}>{ANSWERS.grant.label}</Button>
        <Button variant="danger" busy={isBusy} onClick={() => onAsk("uphold")}>{ANSWERS.uphold.label}</Button>
      </div>
    </div>
  );
}

function Evidence({ appeal: { group, userId } }: { appeal: AdminAppeal }) {
  return (
    <div className="mt-3 flex flex-col gap-2 border-t border-line pt-3 text-sm">
      {group
        ? (
          <>
            <p>
              <Link className="text-link underline" to={`/groups?group=${group.groupId}`}>
                A group of {plural(group.members, "account")}
              </Link>
              , risk {group.score} of 100
            </p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {group.findings.map((text) => <li key={text}>{text}</li>)}
            </ul>
          </>
        )
        : <p>Nothing links this account with others now.</p>}
      <Link className="text-link underline" to={`/audit?subject=user:${userId}`}>Everything about this account</Link>
    </div>
  );
}

function Words({ text }: { text: string }) {
  return (
    <p className="py-1 wrap-anywhere whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  );
}
