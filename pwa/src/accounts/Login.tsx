import type { LoginAnswer } from "@contract/accounts.ts";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { failureText, hasCode } from "../lib/api_error.ts";
import { formatDate } from "../lib/format.ts";
import { nextPath, startSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { CredentialFields } from "../ui/CredentialFields.tsx";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { useLogIn } from "./api.ts";
import { useReopen } from "./closing_api.ts";
import { GoogleSignIn } from "./GoogleSignIn.tsx";
import { KeepAccount } from "./KeepAccount.tsx";
import { rememberEmail } from "./verifying_email.ts";

interface Form {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** `/login`: creators land on their dashboard, everybody else where they came from. */
export function Login() {
  const { form, submit, isPending, failure, isClosed, reopen } = useLogInForm();
  const { verified, closedUntil } = useLocation().state ?? {};
  return (
    <AccountFrame
      title="Welcome back"
      subtitle="Log in and go on listening."
      after={
        <p>
          New to Orin? <TextLink to="/signup">Create a free account</TextLink>
        </p>
      }
    >
      {verified === true && <Banner tone="success">Your email is verified. You can log in now.</Banner>}
      {typeof closedUntil === "string" && !failure && (
        <Banner tone="info">
          Your account is closed. Until {formatDate(closedUntil)} you can log in here and keep it.
        </Banner>
      )}
      {failure && isClosed && <KeepAccount text={reopen.failure ?? failure} {...reopen} />}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
      </form>
      <GoogleSignIn rememberMe={form.watch("rememberMe")} />
    </AccountFrame>
  );
}

function useLogInForm() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const logIn = useLogIn();
  const form = useForm<Form>({ defaultValues: { email: "", password: "", rememberMe: true } });
  const { errors } = form.formState;
  const enter = (answer: LoginAnswer, remember: boolean) => {
    startSession(answer, remember);
    navigate(nextPath(search, answer.role === "creator" ? "/creator-dashboard" : "/"), { replace: true });
  };
  const submit = form.handleSubmit(async (body) => {
    try {
      enter(await logIn.mutateAsync(body), body.rememberMe);
    } catch (error) {
      // The button was disabled meanwhile and has lost the focus.
      form.setFocus("password", { shouldSelect: true });
      if (!hasCode(error, "email_unverified")) return;
      rememberEmail(body.email);
      navigate("/verify-otp", { state: { email: body.email } });
    }
  });
  const refusal = logIn.isError
    ? failureText(logIn.error, "wrong password or wrong username", "Invalid credentials")
    : undefined;
  const failure = errors.email ?? errors.password ? "Please fill in all fields" : refusal;
  const isClosed = hasCode(logIn.error, "account_closing");
  const reopening = useReopen();
  const onKeep = () => {
    const body = form.getValues();
    reopening.mutate(body, { onSuccess: (answer) => enter(answer, body.rememberMe) });
  };
  const notReopened = reopening.isError ? failureText(reopening.error, "Failed to open your account") : undefined;
  const reopen = { onKeep, isPending: reopening.isPending, failure: notReopened };
  return { form, submit, isPending: logIn.isPending, failure, isClosed, reopen };
}
