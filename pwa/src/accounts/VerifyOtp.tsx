import type { LoginAnswer } from "@contract/accounts.ts";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { hasCode } from "../lib/api_error.ts";
import { CONTACTS } from "../lib/contacts.ts";
import { getSession, startSession, subscribeSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Form } from "../ui/Form.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { AccountFrame } from "./AccountFrame.tsx";
import { useResendOtp, useVerifyOtp } from "./api.ts";
import { failureWords } from "./Failure.tsx";
import { forgetEmail, maskEmail, rememberedEmail, rememberEmail } from "./verifying_email.ts";

const DIGITS = 5;
const RESEND_AFTER_S = 30;
const NOT_VERIFIED = {
  withoutText: "Invalid verification code",
  withoutAnswer: "Verification failed",
  unreached: "your code may not have been checked. Try it again.",
};
const NOT_RESENT = {
  withoutText: "Failed to resend OTP",
  withoutAnswer: "Error resending verification code",
  unreached: "please ask again.",
};
const SUPPORT = `mailto:${CONTACTS.support[0]}`;

/**
 * `/verify-otp`: the five digits from the mail; then to the log-in, which the browser that signed up only passes
 * through. Asks for the address where it is not known.
 */
export function VerifyOtp() {
  const location = useLocation();
  const [email, setEmail] = useState(() => rememberedEmail(location.state));
  if (email === "") return <AskEmail onEmail={setEmail} />;
  return <EnterCode email={email} />;
}

function EnterCode({ email }: { email: string }) {
  const [otp, setOtp] = useState("");
  const [attempt, setAttempt] = useState(0);
  const verify = useVerifyOtp();
  const leave = useLeave(email);
  /** Empty cells with the focus in them, whatever was pressed before. */
  const restart = () => {
    setOtp("");
    setAttempt(attempt + 1);
  };
  /** A new code is asked for: what was said about the last one is over. */
  const startAnew = () => {
    verify.reset();
    restart();
  };
  const submit = () => {
    verify.mutate({ email, otp }, {
      onSuccess: ({ session }) => leave(session),
      // With the code entered on another device, or in an answer that got lost.
      onError: (error) => hasCode(error, "already_verified") ? leave() : restart(),
    });
  };
  const to = <strong className="text-ink">{maskEmail(email)}</strong>;
  return (
    <AccountFrame
      title="Verify your email"
      subtitle={<>We sent a five-digit code to {to}. It expires in 10 minutes.</>}
      after={<a href={SUPPORT} className="font-semibold text-accent hover:underline">Contact support</a>}
    >
      {verify.isError && (
        <Banner tone="error">
          {failureWords(verify.error, NOT_VERIFIED)}
        </Banner>
      )}
      <Form onSubmit={submit}>
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
      </Form>
      <ResendCode email={email} onSend={startAnew} />
    </AccountFrame>
  );
}

/**
 * To the log-in with the documented flag; `userId` says whose session the code opened, here or in another tab, so that
 * the log-in leads on from there.
 */
function useLeave(email: string) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const toLogIn = useCallback(
    (userId?: string) => navigate(`/login${search}`, { replace: true, state: { verified: true, email, userId } }),
    [navigate, search, email],
  );
  useEffect(() =>
    subscribeSession(() => {
      const opened = getSession();
      if (opened && rememberedEmail(null) !== email) toLogIn(opened.userId);
    }), [toLogIn, email]);
  return (session?: LoginAnswer) => {
    forgetEmail();
    if (!session) return toLogIn();
    startSession(session, true);
    void toast("Your email is verified. Welcome to Orin.", "success");
  };
}

/** Another code, at the earliest 30 s after the last one. The end of the wait is announced, its seconds are not. */
function ResendCode({ email, onSend }: { email: string; onSend(): void }) {
  const resend = useResendOtp();
  const { search } = useLocation();
  const { left, restart } = useCountdown(RESEND_AFTER_S);
  const sendAgain = () => {
    onSend();
    resend.mutate(email, { onSettled: restart });
  };
  return (
    <>
      {resend.isError && (
        <Banner tone="error">
          {failureWords(resend.error, NOT_RESENT)}
        </Banner>
      )}
      {resend.isSuccess && <Banner tone="success">A new code is on its way.</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" disabled={left > 0} busy={resend.isPending} onClick={sendAgain}>
          {left > 0 ? `Resend code in ${left} s` : "Resend code"}
        </Button>
        <ButtonLink variant="plain" to={`/login${search}`} state={{ email }}>Back to login</ButtonLink>
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
    <AccountFrame title="Verify your email" subtitle="Which email did you sign up with?">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          autoFocus
          label="Email"
          type="email"
          autoComplete="email"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="large" disabled={!typed.includes("@")}>Continue</Button>
      </form>
    </AccountFrame>
  );
}

/** Whole seconds left until a moment that `restart` sets; 0 when it is over. */
function useCountdown(seconds: number): { left: number; restart(): void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  const restart = useCallback(() => setUntil(Date.now() + seconds * 1_000), [seconds]);
  return { left, restart };
}
