import type { AppealVerdict, SuspensionAppealShown } from "@contract/moderation.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatAgo, formatDateTime } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { Badge } from "../parts/Badge.tsx";
import { Part } from "../parts/Part.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { answererWords, wrongWords } from "./words.ts";
import { useAnswerSuspension, useSuspensionAppeal, type useSuspensionAppeals } from "./api.ts";

const ANSWER = "POST /api/v1/admin/suspension-appeals/:id/answers";

/** The appeals of people who are shut out: those that wait, then those answered last. */
export function SuspensionRows({ query }: { query: ReturnType<typeof useSuspensionAppeals> }) {
  const { data } = query;
  if (!data) {
    return <LoadState query={query} count={4} label="Loading appeals..." failure="Failed to load the appeals" />;
  }
  if (data.appeals.length === 0) {
    return <EmptyState title="Nothing here" text="Nobody who is suspended waits for an answer." seed="Suspensions" />;
  }
  return (
    <ul aria-label="Appeals of suspended people">
      {data.appeals.map(({ appealId, name, at, suspendedBy, answerers, verdict, isProposed }) => (
        <li key={appealId} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 text-sm">
          <Link
            className="-my-3 min-w-0 py-3 font-semibold text-link wrap-anywhere underline-offset-2 hover:underline"
            to={`/moderation?suspension=${appealId}`}
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="text-ink-soft">
            suspended by <bdi>{suspendedBy}</bdi>
          </span>
          <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
            {verdict === undefined
              ? (
                <Badge tone={answerers?.mayAgree && !isProposed ? "notice" : "plain"}>
                  {isProposed ? "Proposed" : answerers?.mayAgree ? "Waits for you" : "Another admin answers"}
                </Badge>
              )
              : <Badge tone="plain">{verdict === "grant" ? "Let in again" : "Stays suspended"}</Badge>}
            <time dateTime={at} title={formatDateTime(at)} className="text-ink-soft">{formatAgo(at)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One appeal: why the person is shut out, what they say, and the answer of another admin. */
export function SuspensionAppeal({ appealId }: { appealId: string }) {
  const query = useSuspensionAppeal(appealId);
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Appeal of a suspension"
        subtitle={data?.name}
        before={
          <Link className="-my-3 inline-block py-3 text-sm text-link underline" to="/moderation?list=suspensions">
            All appeals
          </Link>
        }
      />
      {!data && <LoadState query={query} count={4} label="Loading the appeal..." failure="Failed to load the appeal" />}
      {data && <Shown found={data} />}
    </>
  );
}

function Shown({ found }: { found: SuspensionAppealShown }) {
  const { userId, name, since, suspendedBy, reason, words, at, text, answer } = found;
  const [said, say] = usePassing<string>();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {said && <Banner tone="success" className="lg:col-span-2">{said}</Banner>}
      <Part title="Why they are suspended">
        <dl className="flex flex-col gap-3 text-sm">
          <Said label="Who">
            <Link className="text-link underline" to={`/people/${userId}`}>{name}</Link>
          </Said>
          <Said label="Since">{`${formatDateTime(since)}, by ${suspendedBy}`}</Said>
          <Said label="In our log">{reason || "Erased"}</Said>
          <Said label="What they read">{words || "Nothing: nobody wrote it for them"}</Said>
        </dl>
      </Part>
      <Part title="What they say">
        <dl className="flex flex-col gap-3 text-sm">
          <Said label={`Appeal of ${formatDateTime(at)}`}>{text || "Erased"}</Said>
          {answer && (
            <Said label={`${answer.by}, ${formatDateTime(answer.at)}`}>
              {`${answer.verdict === "grant" ? "Let in again" : "Stays suspended"}. ${answer.text}`}
            </Said>
          )}
        </dl>
        {!answer && <Answer found={found} onDone={say} />}
      </Part>
    </div>
  );
}

function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

interface AnswerProps {
  found: SuspensionAppealShown;
  /** What is said once a proposal was decided. */
  onDone(said: string): void;
}

function Answer({ found: { appealId, answerers, isOver, proposal }, onDone }: AnswerProps) {
  const [asked, setAsked] = useState<AppealVerdict>();
  if (isOver || !answerers) return <p className="mt-4 text-sm">The suspension is over: there is nothing to answer.</p>;
  if (proposal) {
    return (
      <div className="mt-4 flex flex-col gap-4">
        <dl className="text-sm">
          <Said label="The proposed answer">{proposal.text}</Said>
        </dl>
        <WaitingProposal kind="suspension_answer" subject={appealId} onDone={onDone} />
      </div>
    );
  }
  const { mayAnswer, mayAgree } = answerers;
  return (
    <>
      <p className="mt-4 text-sm wrap-anywhere">{answererWords(answerers, "let them in again")}</p>
      {mayAgree && (
        <May call={ANSWER}>
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
  const [words, setWords] = useState<string>(template);
  const [isTried, setTried] = useState(false);
  const answer = useAnswerSuspension(appealId);
  const wrong = wrongWords(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) answer.mutate({ verdict, words: words.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" variant={verdict === "grant" ? "primary" : "danger"} busy={answer.isPending}>
          {button}
        </Button>
      }
    >
      <TextArea
        data-autofocus
        required
        label="In words"
        rows={4}
        maxLength={2_000}
        value={words}
        error={isTried ? wrong : undefined}
        onChange={(event) => setWords(event.target.value)}
      />
      {answer.isError && <Banner tone="error">{failureText(answer.error, "That did not work")}</Banner>}
    </FormDialog>
  );
}
