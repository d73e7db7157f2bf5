import type { Policy, PolicyRule } from "@contract/policy_rules.ts";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { draftOf, momentOf, readDraft } from "./policy_draft.ts";

/** What is typed into the form for a change of the rules, what it means, and what is wrong with it once it was sent. */
export function usePolicyForm(base: Policy) {
  const [draft, setDraft] = useState(() => draftOf(base));
  const [from, setFrom] = useState("");
  const [reason, setReason] = useState("");
  const [wasSent, setSent] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { changes, problems } = readDraft(draft, base);
  const reasonProblem = reason.trim().length < 10 ? "Please give a reason of at least 10 characters" : undefined;
  const isNothing = Object.keys(changes).length === 0 && Object.keys(problems).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
