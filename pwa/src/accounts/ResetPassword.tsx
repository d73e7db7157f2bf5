import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { hasCode } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { useResetPassword } from "./api.ts";
import { failureWords } from "./Failure.tsx";

const BACK_TO_LOGIN_MS = 2_000;
const FAILED = {
  withoutText: "Failed to reset password",
  unreached: "your password may not be changed yet. Try again, or log in with the new one.",
};

/** `/reset-psw?email=`: the mail's code, or its link with `#key=`, and a new password; to the log-in 2 s after success. */
export function ResetPassword() {
  const [params] = useSearchParams();
  const email = params.get("email") ?? "";
  if (email === "") return <Navigate to="/forgot-password" replace />;
  return <ResetForm email={email} />;
}

/** What the link in the mail brought; "" for those who type the code. */
function useLinkKey(): string {
  return new URLSearchParams(useLocation().hash.slice(1)).get("key") ?? "";
}

function ResetForm({ email }: { email: string }) {
  const key = useLinkKey();
  const reset = useResetPassword();
  const form = useForm({ defaultValues: { otp: key, newPassword: "", confirm: "" } });
  const { errors, isDirty } = form.formState;
  const password = form.watch("newPassword");
  useBusy("typing", isDirty && !reset.isSuccess);
  const submit = form.handleSubmit(({ otp, newPassword }) =>
    reset.mutate({ email, otp: otp.trim(), newPassword }, {
      onError: () => form.setFocus(key === "" ? "otp" : "newPassword", { shouldSelect: true }),
    })
  );
  if (reset.isSuccess) return <Done email={email} message={reset.data.message || "Password reset successfully"} />;
  return (
    <AccountFrame title="Choose a new password" after={<TextLink to="/login">Back to login</TextLink>}>
      {reset.isError && <NotReset error={reset.error} isByLink={key !== ""} />}
      <Form onSubmit={submit}>
        <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
        {key === "" && (
          <TextField
            autoFocus
            label="Code"
            hint="The five digits from our email. Is there a link instead? Then open it."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={5}
            error={errors.otp?.message}
            {...form.register("otp", { validate: (otp) => otp.trim() !== "" || "OTP is required" })}
          />
        )}
        <PasswordField
          autoFocus={key !== ""}
          label="New password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register("newPassword", {
            required: "Password is required",
            validate: (value) => problemOfPassword(value, { composed: true }),
          })}
        />
        <PasswordRules password={password} composed said={errors.newPassword?.message} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...form.register("confirm", {
            required: "Please confirm your password",
            validate: (value) => value === form.getValues("newPassword") || "Passwords do not match",
          })}
        />
        <Button type="submit" size="large" busy={reset.isPending} busyLabel="Resetting...">Reset Password</Button>
      </Form>
    </AccountFrame>
  );
}

function NotReset({ error, isByLink }: { error: Error; isByLink: boolean }) {
  if (!isByLink || !hasCode(error, "bad_code")) return <Banner tone="error">{failureWords(error, FAILED)}</Banner>;
  return (
    <Banner tone="error">
      This link does not work any more. <TextLink to="/forgot-psw">Ask for a new one.</TextLink>
    </Banner>
  );
}

/** Says it in one way; the service's own words wait at the log-in, which has the email filled in. */
function Done({ email, message }: { email: string; message: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const toLogIn = () => navigate("/login", { replace: true, state: { email, message } });
    const timer = setTimeout(toLogIn, BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [navigate, email, message]);
  return (
    <AccountFrame
      title="Password reset successful"
      subtitle="We logged out all your devices. Taking you to the log-in…"
    >
      <p role="status" className="flex items-center gap-3 text-sm">
        <CircleCheck aria-hidden="true" size={20} className="shrink-0 text-success" />
        You can log in with your new password.
      </p>
    </AccountFrame>
  );
}
