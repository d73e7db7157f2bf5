import { PROVIDER_NAME } from "@contract/payments.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
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
    <Dialog
      open
      title="Enter the one-time code"
      description={`${PROVIDER_NAME} sent it to the business phone. Enter it to continue the payment.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          data-autofocus
          label="One-time code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={otp}
          error={isTried && !isCode ? "OTP is required" : undefined}
          onChange={(event) => setOtp(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit">Send code</Button>
        </div>
      </form>
    </Dialog>
  );
}
