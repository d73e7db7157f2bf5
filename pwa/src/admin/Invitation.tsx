import { acceptAdminInvitation } from "@contract/calls/admin_team.ts";
import { ask } from "../lib/ask.ts";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";

/** The key in the link of an invitation's mail; undefined in any other address. */
export function invitationIn(hash: string): string | undefined {
  return /^#invitation=([\w.-]+)$/.exec(hash)?.[1];
}

/** An invited admin chooses a password with the link from their mail. */
export function Invitation({ invitation, onBack }: { invitation: string; onBack(): void }) {
  const form = useForm({ defaultValues: { newPassword: "" } });
  const accept = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      ask(acceptAdminInvitation, { body: { invitation, newPassword }, withToken: false }),
  });
  return (
    <>
      <h1 className="text-2xl">Welcome to the team</h1>
      {accept.isSuccess
        ? (
          <div className="mt-4 flex flex-col gap-5">
            <Banner tone="info">
              Your password is saved. An admin on the side of another founding owner confirms you next. Then log in
              here.
            </Banner>
            <Button size="large" variant="quiet" onClick={onBack}>Back to login</Button>
          </div>
        )
        : (
          <form
            noValidate
            className="mt-4 flex flex-col gap-5"
            onSubmit={form.handleSubmit((body) => accept.mutate(body))}
          >
            <p className="text-sm text-ink-soft">
              An admin invited you to the back office. Choose a password that only you know.
            </p>
            <PasswordField
              autoFocus
              label="New password"
              hint="At least 8 characters"
              autoComplete="new-password"
              error={form.formState.errors.newPassword?.message ??
                (accept.isError ? failureText(accept.error, "An error occurred") : undefined)}
              {...form.register("newPassword", {
                minLength: { value: 8, message: "Minimum length is 8 characters." },
                required: "Password is required",
              })}
            />
            <Button type="submit" size="large" busy={accept.isPending} busyLabel="Saving...">Save password</Button>
          </form>
        )}
    </>
  );
}
