import type { DuplicateDecision, DuplicateGround } from "@contract/duplicates.ts";
import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { Deciding } from "./api.ts";
import { GROUNDS } from "./words.ts";

interface Form {
  ground: DuplicateGround | "";
  reason: string;
}

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
    text: "Only its artist hears it. The artist gets your words. You can let it go later.",
    confirm: "Keep it back",
  },
};

const GROUND_OPTIONS = Object.entries(GROUNDS).map(([value, label]) => ({ value, label }));

/** Asks for the ground, where there has to be one, and for words to the artist. */
export function DecideDialog({ decision, onClose, onConfirm }: DecideDialogProps) {
  const { title, text, confirm } = WORDS[decision];
  const { register, handleSubmit, formState: { errors } } = useForm<Form>({
    defaultValues: { ground: "", reason: "" },
  });
  const submit = handleSubmit(({ ground, reason }) =>
    onConfirm({ decision, reason: reason.trim(), ...(ground !== "" && { ground }) })
  );
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      onSubmit={submit}
      send={confirm}
      variant={decision === "refuse" ? "danger" : "primary"}
    >
      {decision === "let_go" && (
        <Select
          required
          label="Why it may come out"
          placeholder="Choose"
          options={GROUND_OPTIONS}
          error={errors.ground?.message}
          {...register("ground", { required: "Please choose why" })}
        />
      )}
      <TextArea
        data-autofocus
        required
        label="Your words to the artist"
        maxLength={2_000}
        error={errors.reason?.message}
        {...register("reason", { validate: (reason) => reason.trim().length >= 3 || "Please tell the artist why" })}
      />
    </FormDialog>
  );
}
