import { answerAppeal } from "@contract/calls/trust.ts";
import type { AdminAppeal, AppealOutcome } from "@contract/appeals.ts";
import { Link } from "react-router-dom";
import { formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Actions, type CaseAction, useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, Part, Words } from "../parts/CaseScreen.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { type AppealAnswerStep, useAnswerAppeal, useAppeal } from "./api.ts";

/** One appeal: the listener's words, what we decided and why, and the answer. */
export function Appeal({ appealId }: { appealId: string }) {
  const steps = useCaseSteps(useAnswerAppeal(appealId));
  return (
    <CaseScreen
      title="Appeal"
      subtitle={({ at }) => formatDateTime(at)}
      query={useAppeal(appealId)}
      loading="Loading the appeal..."
      failure="Failed to load the appeal"
    >
      {({ proposal, text, held, voided, reasons, answer, state, ...appeal }) => (
        <>
          {steps.said}
          {proposal && (
            <Part title="The proposed answer">
              <Words text={proposal.text} />
            </Part>
          )}
          <WaitingProposal kind="appeal_answer" subject={appealId} onDone={steps.tell} />
          <div className="grid gap-6 lg:grid-cols-2">
            <Part title="What they write">
              <Words text={text} />
            </Part>
            <Part title="What we decided">
              <p className="text-sm tabular-nums">{nairaOf(held)} held, {nairaOf(voided)} removed</p>
              {reasons.map((reason) => <Words key={reason} text={reason} />)}
              <Evidence appeal={appeal} />
            </Part>
          </div>
          {answer && (
            <Part title={DONE[answer.outcome]}>
              <Words text={answer.text} />
              <p className="text-xs text-ink-soft">{answer.by}, {formatDateTime(answer.at)}</p>
            </Part>
          )}
          {state === "open" && (
            <May call={answerAppeal}>
              <p className="text-sm">{whoConfirms(appeal)}</p>
              <Actions steps={steps} actions={[GRANT, UPHOLD]} />
            </May>
          )}
        </>
      )}
    </CaseScreen>
  );
}

const DONE: Record<AppealOutcome, string> = {
  uphold: "We kept our decision",
  grant: "We agreed with the listener",
};

const ASKS = { label: "Your answer to the listener", most: 2_000 };
const WHERE = "The listener gets your words on their earnings page and by email.";

const GRANT: CaseAction<AppealAnswerStep> = {
  label: "Agree with them",
  call: answerAppeal,
  asks: {
    ...ASKS,
    title: "Agree with the listener?",
    description: `What was voided becomes available now, and what is frozen settles again. ${WHERE}`,
    send: "Agree with them",
  },
  step: (answer) => ({ decision: "grant", answer }),
  done: "Your answer is noted",
};

const UPHOLD: CaseAction<AppealAnswerStep> = {
  label: "Keep our decision",
  call: answerAppeal,
  variant: "danger",
  asks: {
    ...ASKS,
    title: "Keep our decision?",
    description: `Nothing changes. ${WHERE}`,
    send: "Keep our decision",
  },
  step: (answer) => ({ decision: "uphold", answer }),
  done: "Your answer is noted",
};

function whoConfirms({ needsAnother, secondAdminAbove }: Pick<AdminAppeal, "needsAnother" | "secondAdminAbove">) {
  return needsAnother
    ? "You decided about these earnings before, or they could be your side's, so an admin on another side has to " +
      "confirm your answer."
    : `Above ${nairaOf(secondAdminAbove)} an admin on another side has to confirm that you agree.`;
}

function Evidence({ appeal: { group, userId } }: { appeal: Pick<AdminAppeal, "group" | "userId"> }) {
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
