import { answerSuspensionAppeal } from "@contract/calls/moderation.ts";
import type { AppealVerdict, SuspensionAppealShown } from "@contract/moderation.ts";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, Part } from "../parts/CaseScreen.tsx";
import { type Fact, Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { answererWords, wrongWords } from "./words.ts";
import { useAnswerSuspension, useSuspensionAppeal } from "./api.ts";

/** One appeal: why the person is shut out, what they say, and the answer of another admin. */
export function SuspensionAppeal({ appealId }: { appealId: string }) {
  const answering = useAnswerSuspension(appealId);
  const { tell, said } = useCaseSteps(answering);
  return (
    <CaseScreen
      title="Appeal of a suspension"
      subtitle={({ name }) => name}
      query={useSuspensionAppeal(appealId)}
      loading="Loading the appeal..."
      failure="Failed to load the appeal"
    >
      {(found) => (
        <>
          {said}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Part title="Why they are suspended">
              <Facts facts={whyOf(found)} />
            </Part>
            <Part title="What they say">
              <Facts facts={saidIn(found)} />
              {!found.answer && <Answer found={found} onDone={tell} />}
            </Part>
          </div>
        </>
      )}
    </CaseScreen>
  );
}

function whyOf({ userId, name, since, suspendedBy, reason, words }: SuspensionAppealShown): Fact[] {
  return [
    ["Who", <PersonLink key="who" userId={userId} name={name} />],
    ["Since", `${formatDateTime(since)}, by ${suspendedBy}`],
    ["In our log", <bdi key="reason">{reason || "Erased"}</bdi>],
    ["What they read", <bdi key="words">{words || "Nothing: nobody wrote it for them"}</bdi>],
  ];
}

function saidIn({ at, text, answer }: SuspensionAppealShown): Fact[] {
  const verdict = answer && `${answer.verdict === "grant" ? "Let in again" : "Stays suspended"}. ${answer.text}`;
  return [
    [`Appeal of ${formatDateTime(at)}`, <bdi key="text">{text || "Erased"}</bdi>],
    ...answer ? [[`${answer.by}, ${formatDateTime(answer.at)}`, <bdi key="answer">{verdict}</bdi>] as const] : [],
  ];
}

interface AnswerProps {
  found: SuspensionAppealShown;
  /** Shown once a proposal was decided. */
  onDone(said: string): void;
}

function Answer({ found: { appealId, answerers, isOver, proposal }, onDone }: AnswerProps) {
  const [asked, setAsked] = useState<AppealVerdict>();
  if (isOver || !answerers) return <p className="mt-4 text-sm">The suspension is over: there is nothing to answer.</p>;
  if (proposal) {
    return (
      <div className="mt-4 flex flex-col gap-4">
        <Facts facts={[["The proposed answer", <bdi key="text">{proposal.text}</bdi>]]} />
        <WaitingProposal kind="suspension_answer" subject={appealId} onDone={onDone} />
      </div>
    );
  }
  const { mayAnswer, mayAgree } = answerers;
  return (
    <>
      <p className="mt-4 text-sm wrap-anywhere">{answererWords(answerers, "let them in again")}</p>
      {mayAgree && (
        <May call={answerSuspensionAppeal}>
          <div className="mt-4 flex flex-wrap gap-3 max-sm:*:flex-1">
            <Button onClick={() => setAsked("grant")}>Let them in again</Button>
            {mayAnswer && <Button variant="danger" onClick={() => setAsked("uphold")}>Keep them suspended</Button>}
          </div>
          {asked && <AnswerDialog appealId={appealId} verdict={asked} onClose={() => setAsked(undefined)} />}
        </May>
      )}
    </>
  );
}

const WORDS = {
  grant: {
    title: "Let them in again?",
    text: "They can log in and withdraw, and music that was hidden comes back. They get your words by email.",
    button: "Let them in",
    template: "You were right, and we are sorry. Your account is open again.",
  },
  uphold: {
    title: "Keep them suspended?",
    text: "Your answer is final. They get your words by email.",
    button: "Keep them suspended",
    template: "Another person has looked at it again, and we stay with our decision: ",
  },
} as const;

interface AnswerDialogProps {
  appealId: string;
  verdict: AppealVerdict;
  onClose(): void;
}

function AnswerDialog({ appealId, verdict, onClose }: AnswerDialogProps) {
  const { title, text, button, template } = WORDS[verdict];
  const answer = useAnswerSuspension(appealId);
  return (
    <ReasonDialog
      title={title}
      description={text}
      label="In words"
      most={2_000}
      initial={template}
      wrong={wrongWords}
      send={button}
      variant={verdict === "grant" ? "primary" : "danger"}
      of={answer}
      failure="That did not work"
      onClose={onClose}
      onConfirm={(words) => answer.mutate({ verdict, words }, { onSuccess: onClose })}
    />
  );
}
