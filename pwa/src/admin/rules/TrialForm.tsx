import type { TrustRuleSummary } from "@contract/trust_rules.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import type { TrialSearch } from "./api.ts";
import { ruleName, scaleOf, thresholdWords } from "./words.ts";

interface TrialFormProps {
  rules: readonly TrustRuleSummary[];
  search: TrialSearch;
  onTry(search: TrialSearch): void;
}

/** Which rule, on which days, and with which values other than its own. */
export function TrialForm({ rules, search, onTry }: TrialFormProps) {
  const [code, setCode] = useState(search.rule);
  const [error, setError] = useState<string>();
  const rule = rules.find((one) => one.rule === code);
  const scale = rule ? scaleOf(rule.unit) : 1;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(rule ? undefined : "Choose a rule");
    if (!rule) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const threshold = text("threshold");
    onTry({
      ...{ rule: rule.rule, from: text("from"), to: text("to"), points: text("points") },
      threshold: threshold === "" ? "" : `${Number(threshold) / scale}`,
    });
  };
  return (
    <Card>
      <form noValidate aria-label="Try a rule" onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label="Rule"
            placeholder="Choose a rule"
            value={code}
            error={error}
            hint={rule?.looksFor}
            options={rules.map((one) => ({ value: one.rule, label: ruleName(one.rule) }))}
            onChange={(event) => setCode(event.target.value)}
          />
          <TextField label="First day" name="from" type="date" defaultValue={search.from} />
          <TextField label="Last day" name="to" type="date" defaultValue={search.to} />
          <Values key={code} rule={rule} search={code === search.rule ? search : undefined} />
        </div>
        <div>
          <Button type="submit">Try the rule</Button>
        </div>
      </form>
    </Card>
  );
}

/** The values that can be others than the rule's own; `search` has those that were tried. */
function Values({ rule, search }: { rule: TrustRuleSummary | undefined; search: TrialSearch | undefined }) {
  const tried = search && search.threshold !== "" ? Number(search.threshold) * (rule ? scaleOf(rule.unit) : 1) : "";
  return (
    <>
      <TextField
        label={rule?.unit === "share" ? "Threshold in percent" : "Threshold"}
        name="threshold"
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        hint={rule ? `Now ${thresholdWords(rule)}. Leave it empty to keep it.` : "Leave it empty to keep it."}
        defaultValue={tried}
      />
      <TextField
        label="Points"
        name="points"
        type="number"
        inputMode="numeric"
        min={0}
        max={100}
        hint={rule ? `Now ${rule.points}. Leave them empty to keep them.` : "Leave them empty to keep them."}
        defaultValue={search?.points ?? ""}
      />
    </>
  );
}
