import type { AdminLoginAnswer } from "@contract/admin.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { api } from "../lib/api.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";

interface Props {
  /** What the log-in of somebody answered who may not work yet. */
  login: AdminLoginAnswer;
  /** The password that they were given. */
  given: string;
  onBack(): void;
}

/** What an invited admin does before the back office opens. */
export function Enrolment({ login, given, onBack }: Props) {
  const form = useForm({ defaultValues: { newPassword: "" } });
  const enrol = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      api("/api/v1/admin/enrol", {
        method: "POST",
        body: { currentPassword: given, newPassword },
        withToken: false,
      }),
  });
  const isChoosing = login.standing === "chooses_password" && !enrol.isSuccess;
  return (
    <>
      <h1 className="text-2xl">Welcome, {login.username}</h1>
      {isChoosing
        ? (
          <form
            noValidate
            className="mt-4 flex flex-col gap-5"
            onSubmit={form.handleSubmit((body) => enrol.mutate(body))}
          >
            <p className="text-sm text-ink-soft">
              The admin who invited you knows your password. Choose one that only you know.
            </p>
            <PasswordField
              autoFocus
              label="New password"
              hint="At least 8 characters"
              autoComplete="new-password"
              error={form.formState.errors.newPassword?.message ??
                (enrol.isError ? failureText(enrol.error, "An error occurred") : undefined)}
              {...form.register("newPassword", {
                minLength: { value: 8, message: "Minimum length is 8 characters." },
                required: "Password is required",
              })}
            />
            <Button type="submit" size="large" busy={enrol.isPending} busyLabel="Saving...">Save password</Button>
          </form>
        )
        : (
          <div className="mt-4 flex flex-col gap-5">
            <Banner tone="info">
              {enrol.isSuccess && "Your password is saved. "}
              An admin on the side of another founding owner confirms you next. Then log in here.
            </Banner>
            <Button size="large" variant="quiet" onClick={onBack}>Back to login</Button>
          </div>
        )}
    </>
  );
}
