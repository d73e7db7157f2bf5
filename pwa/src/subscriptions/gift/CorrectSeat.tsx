import { MAX_SEAT_NAME, type PremiumGiftSeat } from "@contract/premium_gifts.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../../lib/api_error.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useCorrectSeat } from "./api.ts";

interface CorrectSeatProps {
  seat: PremiumGiftSeat;
  reference: string;
  onClose(): void;
  onSaid(text: string): void;
}

/** Whom a gift is for, to be corrected while it is free. */
export function CorrectSeat({ seat, reference, onClose, onSaid }: CorrectSeatProps) {
  const [name, setName] = useState(seat.name);
  const [email, setEmail] = useState(seat.email);
  const correct = useCorrectSeat();
  const fields = refusedFields(correct.error);
  const submit = () => {
    const right = { reference, seat: seat.seat, name: name.trim(), email: email.trim() };
    const said = ({ message }: { message: string }) => {
      onSaid(message);
      onClose();
    };
    correct.mutate(right, { onSuccess: said });
  };
  return (
    <FormDialog
      title="Correct the address"
      description="We mail a new link there. The one we sent before no longer works."
      onClose={onClose}
      onSubmit={submit}
      send="Send there"
      of={correct}
      busyLabel="Sending..."
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_SEAT_NAME}
        value={name}
        error={fields["name"]}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        data-autofocus
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fields["email"]}
        onChange={(event) => setEmail(event.target.value)}
      />
      {correct.isError && Object.keys(fields).length === 0 && (
        <p role="alert" className="text-sm text-danger">
          {failureText(correct.error, "Failed to correct the address")}
        </p>
      )}
    </FormDialog>
  );
}
