import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useSession } from "../lib/session.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useConfirmEmail, useRequestEmail } from "./settings_api.ts";

const CREATORS_SETTINGS = "/cs-settings";

/**
 * The email, behind a button: a code goes to the new address first, and a notice to the old one. With `?change=email`,
 * where creators come from their settings, it is open, and leads back there.
 */
export function EmailForm({ email }: { email: string }) {
  const [params] = useSearchParams();
  const isAsked = params.get("change") === "email";
  const isCreator = useSession()?.role === "creator";
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(isAsked);
  const [sentTo, setSentTo] = useState<string>();
  const [message, show] = usePassing();
  const toggle = (opens: boolean) => {
    setOpen(opens);
    setSentTo(undefined);
  };
  const done = () => {
    toggle(false);
    show("Email changed successfully");
    if (!isAsked || !isCreator) return;
    void toast("Email changed successfully", "success");
    navigate(CREATORS_SETTINGS, { replace: true });
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-36">
          <h2 className="text-xl">Email</h2>
          <p className="text-sm break-words text-ink-soft">
            <EmailText email={email} />
          </p>
        </div>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => toggle(!isOpen)}>
          {isOpen ? "Close" : "Change Email"}
        </Button>
      </div>
      {message && <Banner tone="success" className="mt-4">{message}</Banner>}
      {isAsked && isCreator && (
        <Link to={CREATORS_SETTINGS} className="mt-3 inline-block text-sm font-semibold text-accent hover:underline">
          Back to your creator settings
        </Link>
      )}
      {isOpen && (sentTo === undefined ? <Address onSent={setSentTo} /> : <Code sentTo={sentTo} onDone={done} />)}
    </Card>
  );
}

function Address({ onSent }: { onSent(email: string): void }) {
  const [typed, setTyped] = useState({ email: "", currentPassword: "" });
  const request = useRequestEmail();
  const fields = refusedFields(request.error);
  useBusy("typing", typed.email !== "" || typed.currentPassword !== "");
  const submit = () => {
    request.mutate(typed, { onSuccess: () => onSent(typed.email.trim()) });
  };
  const isElsewhere = fields["email"] === undefined && fields["currentPassword"] === undefined;
  return (
    <Form onSubmit={submit} className="mt-5 gap-5">
      <TextField
        autoFocus
        label="New email"
        type="email"
        autoComplete="email"
        hint="We will send a code to this address."
        value={typed.email}
        error={fields["email"]}
        onChange={(event) => setTyped({ ...typed, email: event.target.value })}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={typed.currentPassword}
        error={fields["currentPassword"]}
        onChange={(event) => setTyped({ ...typed, currentPassword: event.target.value })}
      />
      {request.isError && isElsewhere && (
        <Banner tone="error">{failureText(request.error, "Failed to change email")}</Banner>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={typed.email.trim() === "" || typed.currentPassword === ""}
        busy={request.isPending}
        busyLabel="Sending..."
      >
        Send code
      </Button>
    </Form>
  );
}

function Code({ sentTo, onDone }: { sentTo: string; onDone(): void }) {
  const [otp, setOtp] = useState("");
  const confirm = useConfirmEmail();
  const send = (code: string) => confirm.mutate(code, { onSuccess: onDone });
  const submit = () => {
    send(otp);
  };
  return (
    <Form onSubmit={submit} className="mt-5 gap-5">
      <p className="text-sm text-ink-soft">
        If nobody else uses {sentTo}, a code is on its way. It expires in 10 minutes.
      </p>
      <OtpField autoFocus label="Code" value={otp} onChange={setOtp} onComplete={send} disabled={confirm.isPending} />
      <FailureBanner of={confirm} text="Failed to change email" />
      <Button
        type="submit"
        className="self-start"
        disabled={otp.length < 5}
        busy={confirm.isPending}
        busyLabel="Saving..."
      >
        Confirm email
      </Button>
    </Form>
  );
}
