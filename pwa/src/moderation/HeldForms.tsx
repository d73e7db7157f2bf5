import { COUNTER_NOTICE_DAYS } from "@contract/moderation.ts";
import { useState } from "react";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form, FormButtons } from "../ui/Form.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useAppealDecision, useCounterNotice } from "./api.ts";

const LEAST = 20;
const SHORT = `Please write at least ${LEAST} characters`;

/** Why hiding it was wrong, in the owner's words. */
export function AppealForm({ decisionId, onDone }: { decisionId: string; onDone(): void }) {
  const appeal = useAppealDecision(decisionId);
  return <AppealText appeal={appeal} onDone={onDone} />;
}

interface AppealTextProps {
  /** Sends the words. */
  appeal: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    mutate(said: { key: string; text: string }, options: { onSuccess(): void }): void;
  };
  onDone(): void;
}

/** The words of an appeal, and sending them. */
export function AppealText({ appeal, onDone }: AppealTextProps) {
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  // Pressed twice, or again after a lost answer, the words arrive once.
  const [key] = useState(() => crypto.randomUUID());
  const isEnough = text.trim().length >= LEAST;
  const submit = () => {
    setTried(true);
    if (isEnough) appeal.mutate({ key, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit} className="gap-4">
      <TextArea
        // The button that was pressed is gone: the focus goes on here.
        autoFocus
        required
        rows={4}
        label="Why is it wrong?"
        hint="You can appeal once, so say all that we should know."
        maxLength={2_000}
        value={text}
        error={isTried && !isEnough ? SHORT : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <FailureBanner of={appeal} text="Failed to send your appeal" />
      <FormButtons send="Send the appeal" busy={appeal.isPending} busyLabel="Sending..." onCancel={onDone} />
    </Form>
  );
}

interface Answer {
  name: string;
  address: string;
  statement: string;
  isTrue: boolean;
}

interface CounterFormProps {
  claimId: string;
  /** Of the link of our mail, without a log-in. */
  token?: string | undefined;
  onDone(): void;
}

/** The artist's answer to a claim: they give their name for it. */
export function CounterForm({ claimId, token, onDone }: CounterFormProps) {
  const [said, setSaid] = useState<Answer>({ name: "", address: "", statement: "", isTrue: false });
  const [isTried, setTried] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const counter = useCounterNotice({ claimId, token });
  const errors = errorsIn(said);
  const submit = () => {
    setTried(true);
    const { isTrue: _, ...words } = said;
    if (Object.keys(errors).length === 0) counter.mutate({ key, ...words }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit} className="gap-4">
      <p className="text-sm text-ink-soft">
        We tell the claimant that you answer. If they do not go to court within {COUNTER_NOTICE_DAYS}{" "}
        days, the song comes back.
      </p>
      <CounterFields said={said} errors={isTried ? errors : {}} onChange={(part) => setSaid({ ...said, ...part })} />
      <FailureBanner of={counter} text="Failed to send your answer" />
      <FormButtons send="Send the answer" busy={counter.isPending} busyLabel="Sending..." onCancel={onDone} />
    </Form>
  );
}

type Errors = Partial<Record<keyof Answer, string>>;

function errorsIn({ name, address, statement, isTrue }: Answer): Errors {
  return {
    ...(name.trim() === "" && { name: "Your full name is required" }),
    ...(address.trim().length < 8 && { address: "Please give an address where you can be reached" }),
    ...(statement.trim().length < LEAST && { statement: SHORT }),
    ...(!isTrue && { isTrue: "Please confirm that what you say is true" }),
  };
}

interface CounterFieldsProps {
  said: Answer;
  errors: Errors;
  onChange(part: Partial<Answer>): void;
}

function CounterFields({ said, errors, onChange }: CounterFieldsProps) {
  return (
    <>
      <TextField
        autoFocus
        required
        label="Your full name"
        autoComplete="name"
        maxLength={120}
        value={said.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        required
        rows={2}
        label="Address"
        autoComplete="street-address"
        maxLength={400}
        value={said.address}
        error={errors.address}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      <TextArea
        required
        rows={4}
        label="Why is the song yours to publish?"
        maxLength={2_000}
        value={said.statement}
        error={errors.statement}
        onChange={(event) => onChange({ statement: event.target.value })}
      />
      <div>
        <Checkbox
          label="What I say is true, and I know that I answer for a false answer."
          checked={said.isTrue}
          onChange={(event) => onChange({ isTrue: event.target.checked })}
        />
        {errors.isTrue && <p role="alert" className="text-sm text-danger">{errors.isTrue}</p>}
      </div>
    </>
  );
}
