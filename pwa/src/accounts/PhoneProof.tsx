import type { LevelAnswer } from "@contract/trust.ts";
import { Check } from "lucide-react";
import { useState } from "react";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useConfirmPhone, useRequestPhone } from "./settings_api.ts";

/** The phone number: whether it is proven, and the way to prove it with a code. */
export function PhoneProof({ phone }: { phone: LevelAnswer["phone"] }) {
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [message, show] = usePassing();
  const done = () => {
    setOpen(false);
    setSentTo(undefined);
    show("Phone number confirmed");
  };
  if (!phone.canBeProven && !phone.isProven) return null;
  return (
    <div className="mt-5 border-t border-line pt-4">
      {phone.isProven
        ? (
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            <Check aria-hidden="true" size={18} className="shrink-0 text-accent" />
            <span className="min-w-0 break-words">{phone.number} is your proven number.</span>
          </p>
        )
        : (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
              setSentTo(undefined);
            }}
          >
            {isOpen ? "Close" : "Prove your phone number"}
          </Button>
        )}
      {message && <Banner tone="success" className="mt-4">{message}</Banner>}
      {isOpen && !phone.isProven && (
        sentTo === undefined
          ? <NumberForm known={phone.number} onSent={setSentTo} />
          : <CodeForm sentTo={sentTo} onDone={done} onOther={() => setSentTo(undefined)} />
      )}
    </div>
  );
}

function NumberForm({ known, onSent }: { known: string; onSent(phone: string): void }) {
  const [phone, setPhone] = useState(known);
  const request = useRequestPhone();
  useBusy("typing", phone !== known);
  const submit = () => {
    request.mutate(phone, { onSuccess: () => onSent(phone) });
  };
  const wrong = refusedFields(request.error)["phone"];
  return (
    <Form onSubmit={submit} className="mt-4 gap-5">
      <TextField
        autoFocus
        label="Mobile number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="We will text a code to this number."
        value={phone}
        error={wrong}
        onChange={(event) => setPhone(event.target.value)}
      />
      {request.isError && wrong === undefined && (
        <Banner tone="error">{failureText(request.error, "Failed to send the code")}</Banner>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={phone.trim() === ""}
        busy={request.isPending}
        busyLabel="Sending..."
      >
        Text me a code
      </Button>
    </Form>
  );
}

function CodeForm({ sentTo, onDone, onOther }: { sentTo: string; onDone(): void; onOther(): void }) {
  const [otp, setOtp] = useState("");
  const confirm = useConfirmPhone();
  const send = (code: string) => confirm.mutate({ phone: sentTo, otp: code }, { onSuccess: onDone });
  const submit = () => {
    send(otp);
  };
  return (
    <Form onSubmit={submit} className="mt-4 gap-5">
      <p className="text-sm text-ink-soft">A code is on its way to {sentTo}. It expires in 10 minutes.</p>
      <OtpField autoFocus label="Code" value={otp} onChange={setOtp} onComplete={send} disabled={confirm.isPending} />
      <FailureBanner of={confirm} text="Failed to confirm the number" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={otp.length < 5} busy={confirm.isPending} busyLabel="Checking...">
          Confirm number
        </Button>
        <Button variant="quiet" onClick={onOther}>Another number</Button>
      </div>
    </Form>
  );
}
