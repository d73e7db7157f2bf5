import { PROVIDER_NAME } from "@contract/payments.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** Asks for the code that the payment provider sent to the business. */
export function OtpDialog({ onClose, onConfirm }: { onClose(): void; onConfirm(otp: string): void }) {
  const [otp, setOtp] = useState("");
  const [isTried, setTried] = useState(false);
  const isCode = /^\d{4,8}$/.test(otp.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isCode) onConfirm(otp.trim());
  };
  return (
    <FormDialog
      title="Enter the one-time code"
      description={`${PROVIDER_NAME} sent it to the business phone. Enter it to continue the payment.`}
      onClose={onClose}
      onSubmit={submit}
      button={<Button type="submit">Send code</Button>}
    >
      <TextField
        data-autofocus
        label="One-time code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={otp}
        error={isTried && !isCode ? "OTP is required" : undefined}
        onChange={(event) => setOtp(event.target.value)}
      />
    </FormDialog>
  );
}
