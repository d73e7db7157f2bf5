import type { AdminUser, StandingAnswer } from "@contract/admin_users.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Radios } from "../../ui/Radios.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { type Standing, useStanding } from "./api.ts";

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
  const [reason, setReason] = useState("");
  const [music, setMusic] = useState<"stays" | "hidden">("stays");
  const asksMusic = standing === "suspend" && user.role === "creator";
  const [told, setTold] = useState("");
  const [isTried, setTried] = useState(false);
  const change = useStanding(user._id, standing);
  const words = WORDS[standing];
  const asksWords = standing === "suspend";
  const isEnough = !asksWords || told.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEnough || reason.trim() === "") return;
    change.mutate({ reason, ...(asksWords && { words: told.trim() }), ...(asksMusic && { music }) }, {
      onSuccess: (answer) => {
        onClose();
        onDone(answer);
      },
    });
  };
  return (
    <FormDialog
      title={`${words.title} ${user.firstName} ${user.lastName}`}
      description={words.text}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button
          type="submit"
          variant={standing === "suspend" ? "danger" : "primary"}
          busy={change.isPending}
          busyLabel={words.busy}
        >
          {words.button}
        </Button>
      }
    >
      <TextArea
        data-autofocus
        required
        label="Reason"
        hint="Only admins see it."
        maxLength={500}
        value={reason}
        error={isTried && reason.trim() === ""
          ? "A reason is required"
          : change.isError
          ? failureText(change.error, words.failure)
          : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {asksWords && <Told value={told} isMissing={isTried && !isEnough} onChange={setTold} />}
      {asksMusic && <Radios legend="Music" options={MUSIC} value={music} onChange={setMusic} />}
    </FormDialog>
  );
}

interface ToldProps {
  value: string;
  isMissing: boolean;
  onChange(value: string): void;
}

/** What the person reads of it, and may answer. */
function Told({ value, isMissing, onChange }: ToldProps) {
  return (
    <TextArea
      required
      label="In words for them"
      hint="They read it in our mail, and may appeal once: another admin answers."
      maxLength={2_000}
      value={value}
      error={isMissing ? "Please say why, in words for the person" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
