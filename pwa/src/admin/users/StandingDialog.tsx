import type { AdminUser, StandingAnswer } from "@contract/admin_users.ts";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api_error.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Radios } from "../../ui/Radios.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { type Standing, useStanding } from "./api.ts";

interface Form {
  reason: string;
  told: string;
  music: "stays" | "hidden";
}

interface StandingDialogProps {
  user: AdminUser;
  standing: Standing;
  onClose(): void;
  onDone(answer: StandingAnswer): void;
}

const WORDS = {
  suspend: {
    title: "Suspend",
    text:
      "This logs them out now. They cannot log in or withdraw until you lift the suspension. They keep what they have earned, and get no gifts.",
    button: "Suspend",
    busy: "Suspending...",
    failure: "Failed to suspend user",
  },
  unsuspend: {
    title: "Lift the suspension of",
    text: "They can log in and withdraw again. Music that was hidden comes back.",
    button: "Lift suspension",
    busy: "Lifting...",
    failure: "Failed to lift the suspension",
  },
} as const;

const MUSIC = [
  { value: "stays", label: "Stays: everyone still hears it" },
  { value: "hidden", label: "Is hidden, with the artist's page" },
] as const;

/** Asks for the reason, which goes into the log with the admin's name. */
export function StandingDialog({ user, standing, onClose, onDone }: StandingDialogProps) {
  const { words, asksMusic, isSuspending, change, submit, form } = useStandingForm({ user, standing, onClose, onDone });
  const { register, watch, setValue, formState: { errors } } = form;
  return (
    <FormDialog
      title={`${words.title} ${user.firstName} ${user.lastName}`}
      description={words.text}
      onClose={onClose}
      onSubmit={submit}
      send={words.button}
      variant={isSuspending ? "danger" : "primary"}
      of={change}
      busyLabel={words.busy}
    >
      <TextArea
        data-autofocus
        required
        label="Reason"
        hint="Only admins see it."
        maxLength={500}
        error={errors.reason?.message ?? (change.isError ? failureText(change.error, words.failure) : undefined)}
        {...register("reason", { validate: (reason) => reason.trim() !== "" || "A reason is required" })}
      />
      {isSuspending && (
        <TextArea
          required
          label="In words for them"
          hint="They read it in our mail, and may appeal once: another admin answers."
          maxLength={2_000}
          error={errors.told?.message}
          {...register("told", {
            validate: (told) => told.trim().length >= 3 || "Please say why, in words for the person",
          })}
        />
      )}
      {asksMusic && (
        <Radios
          legend="Music"
          options={MUSIC}
          value={watch("music")}
          onChange={(music) => setValue("music", music)}
        />
      )}
    </FormDialog>
  );
}

function useStandingForm({ user, standing, onClose, onDone }: StandingDialogProps) {
  const form = useForm<Form>({
    defaultValues: { reason: "", told: "", music: "stays" },
  });
  const isSuspending = standing === "suspend";
  const asksMusic = isSuspending && user.role === "creator";
  const change = useStanding(user._id, standing);
  const submit = form.handleSubmit(({ reason, told, music }) =>
    change.mutate({ reason, ...(isSuspending && { words: told.trim() }), ...(asksMusic && { music }) }, {
      onSuccess: (answer) => {
        onClose();
        onDone(answer);
      },
    })
  );
  return { words: WORDS[standing], asksMusic, isSuspending, change, submit, form };
}
