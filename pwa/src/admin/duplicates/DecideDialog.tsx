import type { DuplicateDecision, DuplicateGround } from "@contract/duplicates.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { Deciding } from "./api.ts";
import { GROUNDS } from "./words.ts";

interface DecideDialogProps {
  decision: DuplicateDecision;
  onClose(): void;
  onConfirm(deciding: Deciding): void;
}

const WORDS: Readonly<Record<DuplicateDecision, { title: string; text: string; confirm: string }>> = {
  let_go: {
    title: "Let this song go?",
    text: "It comes out now, unless something else holds it. The artist gets your words.",
    confirm: "Let it go",
  },
  refuse: {
    title: "Keep this song back?",
    text: "Nobody but its artist hears it. The artist gets your words. You can let it go later.",
    confirm: "Keep it back",
  },
};

const GROUND_OPTIONS = Object.entries(GROUNDS).map(([value, label]) => ({ value, label }));

/** Asks for the ground, where there has to be one, and for words to the artist. */
export function DecideDialog({ decision, onClose, onConfirm }: DecideDialogProps) {
  const { title, text, confirm } = WORDS[decision];
  const [ground, setGround] = useState<DuplicateGround | "">("");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const hasGround = decision === "refuse" || ground !== "";
  const hasReason = reason.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (hasGround && hasReason) {
      onConfirm({ decision, reason: reason.trim(), ...(ground !== "" && { ground }) });
    }
  };
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      onSubmit={submit}
      button={<Button type="submit" variant={decision === "refuse" ? "danger" : "primary"}>{confirm}</Button>}
    >
      {decision === "let_go" && (
        <Select
          required
          label="Why it may come out"
          placeholder="Choose"
          options={GROUND_OPTIONS}
          value={ground}
          error={isTried && !hasGround ? "Please choose why" : undefined}
          onChange={(event) => setGround(event.target.value as DuplicateGround | "")}
        />
      )}
      <TextArea
        data-autofocus
        required
        label="Your words to the artist"
        maxLength={2_000}
        value={reason}
        error={isTried && !hasReason ? "Please tell the artist why" : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
