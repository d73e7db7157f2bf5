import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";

interface LostDialogProps {
  onClose(): void;
  onConfirm(settlement: { reason: string; userId?: string }): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Asks how a lost payout was settled, and whom it paid: an address of their page in the back office will do. */
export function LostDialog({ onClose, onConfirm }: LostDialogProps) {
  const [reason, setReason] = useState("");
  const [person, setPerson] = useState("");
  const [isTried, setTried] = useState(false);
  const isGiven = reason.trim().length >= 3;
  const userId = person.trim().split("/").at(-1)?.toLowerCase() ?? "";
  const isKnown = userId === "" || ID.test(userId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGiven && isKnown) onConfirm({ reason: reason.trim(), ...(userId !== "" && { userId }) });
  };
  return (
    <FormDialog
      title="Settle this payout"
      description="Say how you settled it with the person. An admin on another side has to confirm it."
      onClose={onClose}
      onSubmit={submit}
      button={<Button type="submit" variant="danger">It is settled</Button>}
    >
      <TextArea
        data-autofocus
        required
        label="Reason"
        maxLength={300}
        value={reason}
        error={isTried && !isGiven ? "Please say why" : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label="Take it from"
        hint="The user's id, or the address of their page. They owe what they no longer have. Leave it empty if they paid it back."
        value={person}
        error={isTried && !isKnown ? "That is not a user's id" : undefined}
        onChange={(event) => setPerson(event.target.value)}
      />
    </FormDialog>
  );
}
