import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { failureText } from "../lib/api_error.ts";
import { CONTACTS } from "../lib/contacts.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AccountFrame } from "./AccountFrame.tsx";
import { useResendOtp, useVerifyOtp } from "./api.ts";
import { useCountdown } from "./use_countdown.ts";
import { forgetEmail, maskEmail, rememberedEmail, rememberEmail } from "./verifying_email.ts";

const DIGITS = 5;
const RESEND_AFTER_S = 30;
const SUPPORT = `mailto:${CONTACTS.support[0]}`;

/** `/verify-otp`: the five digits from the mail. Asks for the address where it is not known. */
export function VerifyOtp() {
  const location = useLocation();
  const [email, setEmail] = useState(() => rememberedEmail(location.state));
  if (email === "") return <AskEmail onEmail={setEmail} />;
  return <EnterCode email={email} />;
}

function EnterCode({ email }: { email: string }) {
  const navigate = useNavigate();
  const [otp, setOtp] = useState("");
  const [attempt, setAttempt] = useState(0);
  const verify = useVerifyOtp();
  /** Empty cells with the focus in them, whatever was pressed before. */
  const restart = () => {
    setOtp("");
    setAttempt(attempt + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ email, otp }, {
      onSuccess: () => {
        forgetEmail();
        navigate("/login", { state: { verified: true } });
      },
      onError: restart,
    });
  };
  const to = <strong className="text-ink">{maskEmail(email)}</strong>;
  return (
    <AccountFrame
      title="Verify your email"
      subtitle={<>We sent a code of five digits to {to}. It lives for 10 minutes.</>}
      after={<a href={SUPPORT} className="font-semibold text-accent hover:underline">Contact support</a>}
    >
      {verify.isError && (
        <Banner tone="error">{failureText(verify.error, "Invalid verification code", "Verification failed")}</Banner>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <OtpField
          key={attempt}
          autoFocus
          label="Verification code"
          value={otp}
          onChange={setOtp}
          length={DIGITS}
        />
        <Button
          type="submit"
          size="large"
          disabled={otp.length < DIGITS}
          busy={verify.isPending}
          busyLabel="Verifying..."
        >
          Verify
        </Button>
      </form>
      <ResendCode email={email} onSend={restart} />
    </AccountFrame>
  );
}

/** Another code, at the earliest 30 s after the last one. The end of the wait is announced, its seconds are not. */
function ResendCode({ email, onSend }: { email: string; onSend(): void }) {
  const resend = useResendOtp();
  const { left, restart } = useCountdown(RESEND_AFTER_S);
  const sendAgain = () => {
    onSend();
    resend.mutate(email, { onSettled: restart });
  };
  return (
    <>
      {resend.isError && (
        <Banner tone="error">
          {failureText(resend.error, "Failed to resend OTP", "Error resending verification code")}
        </Banner>
      )}
      {resend.isSuccess && <Banner tone="success">A new code is on its way.</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" disabled={left > 0} busy={resend.isPending} onClick={sendAgain}>
          {left > 0 ? `Resend code in ${left} s` : "Resend code"}
        </Button>
        <ButtonLink variant="plain" to="/login">Back to login</ButtonLink>
      </div>
      <p role="status" className="sr-only">{left === 0 ? "You can ask for a new code now" : ""}</p>
    </>
  );
}

function AskEmail({ onEmail }: { onEmail(email: string): void }) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rememberEmail(typed.trim());
    onEmail(typed.trim());
  };
  return (
    <AccountFrame title="Verify your email" subtitle="Which address did you sign up with?">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          autoFocus
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="large" disabled={!typed.includes("@")}>Go on</Button>
      </form>
    </AccountFrame>
  );
}
