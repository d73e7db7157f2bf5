import type { LoginAnswer } from "@contract/accounts.ts";
import { useForm } from "react-hook-form";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, problemOfPassword } from "../ui/PasswordRules.tsx";
import { AccountFrame } from "./AccountFrame.tsx";
import { type GivenLogIn, useOwnPassword } from "./api.ts";
import { failureWords } from "./Failure.tsx";

/** First of all, a person who logged in with a password that our team gave them chooses their own. */
export function OwnPassword({ given, onEntered }: { given: GivenLogIn; onEntered(answer: LoginAnswer): void }) {
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
