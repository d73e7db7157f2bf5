import { REASON_WORDS, REPORT_REASONS, type ReportReason, type SubjectKind } from "@contract/moderation.ts";
import { useState } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Asked, Step } from "./api.ts";
import { wrongWords } from "./words.ts";

interface Words {
  title: string;
  text: string;
  button: string;
  /** Ready to send or to change. */
  template: string;
  isDanger?: boolean;
}

const WORDS = {
  hide: {
    title: "Hide it?",
    text: "It leaves every list, search and stream now. Its owner gets your words, and may appeal once.",
    button: "Hide it",
    template: "We looked at this after a report. It breaks our rules: ",
    isDanger: true,
  },
  show: {
    title: "Show it again?",
    text: "It comes back whole. Its owner gets your words.",
    button: "Show it",
    template: "We have looked again, and hiding it was wrong. We are sorry.",
  },
  dismiss: {
    title: "Nothing is wrong?",
    text: "It stays as it is. Who reported it hears that a person has looked. Your words stay in the case.",
    button: "Keep it",
    template: "Within our rules.",
  },
  grantAppeal: {
    title: "Agree with the appeal?",
    text: "It comes back whole. Its owner gets your words.",
    button: "Agree and show it",
    template: "You were right. It is back as it was.",
  },
  upholdAppeal: {
    title: "Keep it hidden?",
    text: "Your answer is final. Its owner gets your words.",
    button: "Keep it hidden",
    template: "Another person has looked at it again, and we stay with our decision: ",
    isDanger: true,
  },
  grant: {
    title: "Take the song down?",
    text: "Nobody hears it any more. The artist gets the claim and your words, and may answer it.",
    button: "Take it down",
    template: "A rights holder claims this song, and what they show us is plausible.",
    isDanger: true,
  },
  refuse: {
    title: "Refuse the claim?",
    text: "The song stays. The claimant gets your words; the artist hears nothing.",
    button: "Refuse",
    template: "We could not see from your claim that the song uses your work: ",
  },
  contest: {
    title: "They went to court?",
    text: "The song does not come back by itself any more. The artist gets your words.",
    button: "Note it",
    template: "The claimant has shown us that the claim is in court: ",
    isDanger: true,
  },
  end: {
    title: "End the claim?",
    text: "The song is free of it and comes back. Both sides hear of it; the artist gets your words.",
    button: "End it",
    template: "The claim has come to an end, and your song is back.",
  },
} satisfies Record<string, Words>;

/** What can be said of such a thing. */
function reasonsOf(kind: SubjectKind) {
  const fitting = REPORT_REASONS.filter((value) => REASON_WORDS[value].of.includes(kind));
  return fitting.map((value) => ({ value, label: REASON_WORDS[value].label }));
}

interface DecisionDialogProps {
  asked: Asked;
  onClose(): void;
  onDecide(step: Step): void;
}

/** Asks for the words that go with a decision, and for what it needs beside them. */
export function DecisionDialog({ asked, onClose, onDecide }: DecisionDialogProps) {
  const { title, text, button, template, isDanger = false }: Words = WORDS[wordsKey(asked)];
  const takesStrike = asked.kind === "hide" || (asked.kind === "claim" && asked.action === "grant");
  const [reason, setReason] = useState<ReportReason>(asked.kind === "hide" ? asked.reason : "other");
  const [strike, setStrike] = useState(asked.kind === "claim");
  return (
    <ReasonDialog
      title={title}
      description={text}
      label="In words"
      most={2_000}
      initial={template}
      wrong={wrongWords}
      send={button}
      variant={isDanger ? "danger" : "primary"}
      onClose={onClose}
      onConfirm={(words) => onDecide({ asked, words, reason, strike })}
      before={asked.kind === "hide" && (
        <Select
          label="Reason"
          options={reasonsOf(asked.of)}
          value={reason}
          onChange={({ target }) => setReason(REPORT_REASONS.find((one) => one === target.value) ?? reason)}
        />
      )}
    >
      {takesStrike && (
        <Checkbox
          label="It counts as a strike"
          hint="With three in a year an admin decides about a suspension."
          checked={strike}
          onChange={(event) => setStrike(event.target.checked)}
        />
      )}
    </ReasonDialog>
  );
}

function wordsKey(asked: Asked): keyof typeof WORDS {
  if (asked.kind === "verdict") return asked.verdict === "grant" ? "grantAppeal" : "upholdAppeal";
  return asked.kind === "claim" ? asked.action : asked.kind;
}
