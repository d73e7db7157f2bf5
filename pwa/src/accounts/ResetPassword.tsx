import { PASSWORD_RULES } from "@contract/accounts.ts";
import { Check, Circle } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AccountFrame, TextLink } from "./AccountFrame.tsx";
import { useResetPassword } from "./api.ts";

const BACK_TO_LOGIN_MS = 2_000;

/** `/reset-psw?email=`: the code from the mail and a new password; back to the log-in 2 s after success. */
export function ResetPassword() {
  const [params] = useSearchParams();
  const email = params.get("email") ?? "";
  if (email === "") return <Navigate to="/forgot-password" replace />;
  return <ResetForm email={email} />;
}

function ResetForm({ email }: { email: string }) {
  const reset = useResetPassword();
  const form = useForm({ defaultValues: { otp: "", newPassword: "", confirm: "" } });
  const { errors, isDirty } = form.formState;
  const password = form.watch("newPassword");
  useBusy("typing", isDirty && !reset.isSuccess);
  const submit = form.handleSubmit(({ otp, newPassword }) =>
    reset.mutate({ email, otp: otp.trim(), newPassword }, {
      onError: () => form.setFocus("otp", { shouldSelect: true }),
    })
  );
  if (reset.isSuccess) return <Done message={reset.data.message || "Password reset successfully"} />;
  return (
    <AccountFrame title="Choose a new password" after={<TextLink to="/login">Back to login</TextLink>}>
      {reset.isError && <Banner tone="error">{failureText(reset.error, "Failed to reset password")}</Banner>}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField label="Email" type="email" value={email} readOnly autoComplete="username" />
        <TextField
          autoFocus
          label="Code"
          hint="The five digits from the mail."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={5}
          error={errors.otp?.message}
          {...form.register("otp", { validate: (otp) => otp.trim() !== "" || "OTP is required" })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register("newPassword", {
            required: "Password is required",
            validate: (value) =>
              PASSWORD_RULES.every((rule) => rule.holds(value)) || "Password does not meet all requirements",
          })}
        />
        <Checklist password={password} />
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
      </form>
    </AccountFrame>
  );
}

function Checklist({ password }: { password: string }) {
  return (
    <div className="rounded-lg bg-ink/5 p-4 text-sm">
      <p className="mb-2 font-semibold">Password must have:</p>
      <ul className="flex flex-col gap-1.5">
        {PASSWORD_RULES.map(({ id, label, holds }) => {
          const isMet = holds(password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={id} className={classNames("flex items-center gap-2", isMet ? "text-success" : "text-ink-soft")}>
              <Icon aria-hidden="true" size={16} strokeWidth={isMet ? 3 : 2} />
              {label}
              <span className="sr-only">{isMet ? "(met)" : "(missing)"}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Done({ message }: { message: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/login", { replace: true }), BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AccountFrame title="Password reset successful" subtitle="All other devices were logged out. Back to the log-in…">
      <Banner tone="success">{message}</Banner>
    </AccountFrame>
  );
}
