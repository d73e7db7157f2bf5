import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import type { LoginAnswer, Role } from "@contract/accounts.ts";
import { failureText, hasCode } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDate } from "../lib/format.ts";
import { nextPath, startSession, useSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { CredentialFields } from "../ui/CredentialFields.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, problemOfPassword } from "../ui/PasswordRules.tsx";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { failureWords } from "./Failure.tsx";
import { GoogleSignIn } from "./GoogleSignIn.tsx";
import { KeepAccount } from "./KeepAccount.tsx";
import { type GivenLogIn, useLogIn, useOwnPassword } from "./api.ts";
import { useReopen } from "./closing_api.ts";
import { rememberEmail } from "./verifying_email.ts";

interface Typed {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** What other screens carry here. */
interface Carried {
  email?: unknown;
  /** The code was right; `userId` is of the session that it opened, in the browser that signed up. */
  verified?: unknown;
  userId?: unknown;
  closedUntil?: unknown;
  /** What has just worked elsewhere. */
  message?: unknown;
}

/** What visitors came to see, where it is a place of members alone. */
const BEHIND: Readonly<Record<string, { title: string; text: string } | undefined>> = {
  "/playlist": {
    title: "Your playlists live here",
    text: "Put songs together, bring your lists from other apps, and play them on any device.",
  },
  "/earnings": {
    title: "See what listening pays",
    text: "Every play, what it earned you and why, and the way to your bank account.",
  },
};

/**
 * `/login`: creators land on their dashboard, all others where they came from. A visitor who comes from the code with a
 * session is led there immediately.
 */
export function Login() {
  const session = useSession();
  const { search, state } = useLocation();
  const { userId }: Carried = state ?? {};
  if (session && session.userId === userId) return <Navigate to={placeAfter(search, session.role)} replace />;
  return <LogInForm />;
}

function LogInForm() {
  const { form, submit, isPending, failure, isClosed, reopen, given, onEntered } = useLogInForm();
  const { search, state } = useLocation();
  const { verified, closedUntil, message }: Carried = state ?? {};
  const behind = BEHIND[nextPath(search, "/").split("?")[0] ?? ""];
  if (given) return <OwnPassword given={given} onEntered={onEntered} />;
  return (
    <AccountFrame
      title={behind?.title ?? "Welcome back"}
      subtitle={behind?.text ?? "Log in to keep listening."}
      after={!behind && (
        <p>
          New to Orin? <TextLink to={`/signup${search}`}>Create a free account</TextLink>
        </p>
      )}
    >
      {behind && (
        <>
          <ButtonLink size="large" to={`/signup${search}`}>Create a free account</ButtonLink>
          <p className="text-sm text-ink-soft">Or log in:</p>
        </>
      )}
      {verified === true && <Banner tone="success">Your email is verified. You can log in now.</Banner>}
      {typeof message === "string" && <Banner tone="success">{message}</Banner>}
      {typeof closedUntil === "string" && !failure && (
        <Banner tone="info">
          Your account is closed. To keep it, log in here by {formatDate(closedUntil)}.
        </Banner>
      )}
      {failure && isClosed && <KeepAccount {...reopen} text={reopen.failure ?? failure} />}
      <Form onSubmit={submit}>
        <CredentialFields
          email={form.register("email", { required: true })}
          password={form.register("password", { required: true })}
          failure={isClosed ? undefined : failure}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label="Remember me" {...form.register("rememberMe")} />
          <span className="text-sm">
            <TextLink to="/forgot-psw">Forgot password?</TextLink>
          </span>
        </div>
        <Button type="submit" size="large" busy={isPending} busyLabel="Logging in...">Login</Button>
      </Form>
      <GoogleSignIn rememberMe={form.watch("rememberMe")} />
    </AccountFrame>
  );
}

function useLogInForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const logIn = useLogIn();
  const [given, setGiven] = useState<GivenLogIn>();
  const known = emailIn(state);
  const form = useForm<Typed>({ defaultValues: { email: known, password: "", rememberMe: true } });
  const { setFocus } = form;
  useEffect(() => {
    if (known !== "") setFocus("password");
  }, [known, setFocus]);
  const { errors } = form.formState;
  const enter = (answer: LoginAnswer, remember: boolean) => {
    startSession(answer, remember);
    navigate(placeAfter(search, answer.role), { replace: true });
  };
  const submit = form.handleSubmit(async (body) => {
    try {
      const answer = await logIn.mutateAsync(body);
      if (answer.needsOwnPassword) setGiven({ ...body, token: answer.token });
      else enter(answer, body.rememberMe);
    } catch (error) {
      // The button was disabled meanwhile and has lost the focus.
      form.setFocus("password", { shouldSelect: true });
      if (!hasCode(error, "email_unverified")) return;
      rememberEmail(body.email);
      navigate(`/verify-otp${search}`, { state: { email: body.email } });
    }
  });
  const refusal = logIn.isError &&
    failureWords(logIn.error, {
      withoutText: "wrong password or wrong username",
      withoutAnswer: "Invalid credentials",
      unreached: "your password was not checked.",
    });
  const failure = errors.email ?? errors.password ? "Please fill in all fields" : refusal || undefined;
  const isClosed = hasCode(logIn.error, "account_closing");
  const reopening = useReopen();
  const onKeep = () => {
    const body = form.getValues();
    reopening.mutate(body, { onSuccess: (answer) => enter(answer, body.rememberMe) });
  };
  const notReopened = reopening.isError ? failureText(reopening.error, "Failed to open your account") : undefined;
  const reopen = { onKeep, isPending: reopening.isPending, failure: notReopened };
  const onEntered = (answer: LoginAnswer) => enter(answer, given?.rememberMe ?? true);
  return { form, submit, isPending: logIn.isPending, failure, isClosed, reopen, given, onEntered };
}

function placeAfter(search: string, role: Role): string {
  return nextPath(search, role === "creator" ? "/creator-dashboard" : "/");
}

function emailIn(state: Carried | null): string {
  return typeof state?.email === "string" ? state.email : "";
}

/** First of all, a person who logged in with a password that our team gave them chooses their own. */
function OwnPassword({ given, onEntered }: { given: GivenLogIn; onEntered(answer: LoginAnswer): void }) {
  const own = useOwnPassword(given);
  const form = useForm({ defaultValues: { newPassword: "" } });
  const { errors, isDirty } = form.formState;
  useBusy("typing", isDirty && !own.isSuccess);
  const submit = form.handleSubmit(({ newPassword }) => own.mutate(newPassword, { onSuccess: onEntered }));
  return (
    <AccountFrame
      title="Choose your own password"
      subtitle="Our team gave you the one you logged in with. It worked once. Choose one that only you know."
    >
      {own.isError && (
        <Banner tone="error">
          {failureWords(own.error, {
            withoutText: "Failed to change password",
            unreached: "your password may not be changed yet. Try again, or log in with the new one.",
          })}
        </Banner>
      )}
      <Form onSubmit={submit}>
        <input type="email" autoComplete="username" value={given.email} readOnly hidden />
        <PasswordField
          autoFocus
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={errors.newPassword?.message}
          {...form.register("newPassword", {
            required: "Password is required",
            validate: (value) => value === given.password ? "Choose another one" : problemOfPassword(value),
          })}
        />
        <Button type="submit" size="large" busy={own.isPending} busyLabel="Saving...">Save password</Button>
      </Form>
    </AccountFrame>
  );
}
