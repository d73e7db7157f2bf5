import {
  type AdminPolicyVersion,
  loosens,
  type Policy,
  POLICY_RULES,
  type PolicyDifference,
  policyDifferences,
  type PolicyRule,
  RULES,
} from "@contract/policy_rules.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Facts } from "../parts/Facts.tsx";
import { useChangePolicy } from "./api.ts";
import { draftOf, momentOf, readDraft } from "./policy_draft.ts";

interface PolicyFormProps {
  /** What the change builds on. */
  base: Policy;
  /** The newest version that this admin has seen. */
  newest: number;
  /** Whether the base has not taken effect yet. */
  isPlanned: boolean;
  onDone(text: string): void;
  onCancel(): void;
}

/** New values, from when on, and why; then a preview in words, which is what is decided on. */
export function PolicyForm({ base, newest, isPlanned, onDone, onCancel }: PolicyFormProps) {
  const form = usePolicyForm(base);
  const change = useChangePolicy();
  const { changes, reason, effectiveFrom } = form;
  const decide = () => {
    const body = { changes, reason, baseVersion: newest, ...(effectiveFrom && { effectiveFrom }) };
    change.mutate(body, { onSuccess: ({ versions: [made] }) => onDone(outcomeOf(made)) });
  };
  return (
    <Card>
      <h2 className="mb-1 text-xl">Change the rules</h2>
      <p className="mb-5 text-sm text-ink-soft">
        {isPlanned
          ? `Builds on version ${base.version}, which takes effect on ${formatDateTime(base.effectiveFrom)}.`
          : `Builds on version ${base.version}, which is in force.`}
      </p>
      <Form ref={form.form} onSubmit={form.submit}>
        <Fields form={form} />
        {form.isNothing && <Banner tone="info">You have not changed any rule</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onCancel}>Cancel</Button>
          <Button type="submit">Review changes</Button>
        </div>
      </Form>
      {form.isPreviewed && (
        <PolicyPreview
          differences={policyDifferences(base, { ...base, ...changes })}
          effectiveFrom={effectiveFrom}
          reason={reason}
          isLooser={loosens(base, { ...base, ...changes })}
          busy={change.isPending}
          error={change.isError ? failureText(change.error, "The rules could not be changed") : undefined}
          onDecide={decide}
          onClose={() => form.setPreviewed(false)}
        />
      )}
    </Card>
  );
}

/** What became of a change: others may have to confirm it first. */
function outcomeOf(made: AdminPolicyVersion | undefined): string {
  if (!made) return "The rules have changed";
  const { policy: { version, effectiveFrom }, state } = made;
  const when = formatDateTime(effectiveFrom);
  if (state === "proposed") return `Version ${version} waits for an admin on another side, until ${when}`;
  return state === "in_force" ? `Version ${version} is in force` : `Version ${version} takes effect on ${when}`;
}

function Fields({ form }: { form: ReturnType<typeof usePolicyForm> }) {
  return (
    <>
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        {POLICY_RULES.map((rule) => (
          <TextField
            key={rule}
            label={RULES[rule].label}
            inputMode="decimal"
            value={form.draft[rule]}
            error={form.problems[rule]}
            end={<span className="px-2 text-sm text-ink-soft">{RULES[rule].unit}</span>}
            onChange={(event) => form.setRule(rule, event.target.value)}
          />
        ))}
        <TextField
          label="In force from"
          type="datetime-local"
          hint="Leave empty to start now. It cannot be in the past."
          value={form.from}
          onChange={(event) => form.setFrom(event.target.value)}
        />
      </div>
      <TextArea
        label="Reason"
        hint="Everyone can read it under How earning works"
        maxLength={500}
        value={form.reason}
        error={form.reasonProblem}
        onChange={(event) => form.setReason(event.target.value)}
      />
    </>
  );
}

/** What is typed into the form for a change of the rules, what it means, and what is wrong with it once it was sent. */
function usePolicyForm(base: Policy) {
  const [draft, setDraft] = useState(() => draftOf(base));
  const [from, setFrom] = useState("");
  const [reason, setReason] = useState("");
  const [wasSent, setSent] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { changes, problems } = readDraft(draft, base);
  const reasonProblem = reason.trim().length < 10 ? "Please give a reason of at least 10 characters" : undefined;
  const isNothing = Object.keys(changes).length === 0 && Object.keys(problems).length === 0;
  const submit = () => {
    const isWrong = Object.keys(problems).length > 0 || reasonProblem !== undefined || isNothing;
    if (!isWrong) return setPreviewed(true);
    // Now, not in the next frame: by then someone may be typing into another field already.
    flushSync(() => setSent(true));
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };
  return {
    ...{ form, draft, from, reason, changes, isPreviewed, submit, setFrom, setReason, setPreviewed },
    effectiveFrom: momentOf(from),
    setRule: (rule: PolicyRule, text: string) => setDraft({ ...draft, [rule]: text }),
    problems: wasSent ? problems : {},
    reasonProblem: wasSent ? reasonProblem : undefined,
    isNothing: wasSent && isNothing,
  };
}

interface PolicyPreviewProps {
  differences: readonly PolicyDifference[];
  /** ISO 8601; left out: now. */
  effectiveFrom: string | undefined;
  reason: string;
  /** It lets more money out. */
  isLooser: boolean;
  busy: boolean;
  error: string | undefined;
  onDecide(): void;
  onClose(): void;
}

/** What a change of the rules does, in words, before it is decided. */
function PolicyPreview(props: PolicyPreviewProps) {
  const { differences, effectiveFrom, reason, isLooser, busy, error, onDecide, onClose } = props;
  const now = isLooser ? "Starts later" : "Starts now";
  const when = effectiveFrom === undefined ? now : `Starts ${formatDateTime(effectiveFrom)}`;
  return (
    <Dialog
      open
      title="What changes"
      description={`${when}. Plays that started earlier keep the earlier rules.`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>Back</Button>
          <Button busy={busy} busyLabel="Changing..." onClick={onDecide}>Change the rules</Button>
        </>
      }
    >
      <Facts
        facts={differences.map(({ rule, label, before, after }) => [
          label,
          <span key={rule}>
            <span className="text-ink-soft line-through">{before}</span> <strong>{after}</strong>
          </span>,
        ])}
      />
      {isLooser && (
        <Banner tone="info">
          This lets more money out. An admin on another side confirms it first, and it starts a day from now or later.
          If all admins are on one side, it starts seven days from now or later.
        </Banner>
      )}
      <p className="text-sm text-ink-soft">Reason: {reason}</p>
      {error && <p role="alert" className="text-sm font-medium text-danger">{error}</p>}
    </Dialog>
  );
}
