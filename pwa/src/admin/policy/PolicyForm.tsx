import {
  type AdminPolicyVersion,
  loosens,
  type Policy,
  POLICY_RULES,
  policyDifferences,
  RULES,
} from "@contract/policy_rules.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChangePolicy } from "./api.ts";
import { PolicyPreview } from "./PolicyPreview.tsx";
import { usePolicyForm } from "./use_policy_form.ts";

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
      <form ref={form.form} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <Fields form={form} />
        {form.isNothing && <Banner tone="info">You have not changed any rule</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onCancel}>Cancel</Button>
          <Button type="submit">Review changes</Button>
        </div>
      </form>
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
