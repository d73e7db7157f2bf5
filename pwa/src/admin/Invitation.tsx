import { acceptAdminInvitation } from "@contract/calls/admin_team.ts";
import { ask } from "../lib/ask.ts";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";

/** The key in the link of an invitation's mail; undefined in any other address. */
export function invitationIn(hash: string): string | undefined {
  return /^#invitation=([\w.-]+)$/.exec(hash)?.[1];
}

/** An invited admin chooses a password with the link from their mail. */
export function Invitation({ invitation, onBack }: { invitation: string; onBack(): void }) {
  const accept = useMutation({
    mutationFn: (newPassword: string) =>
      ask(acceptAdminInvitation, { body: { invitation, newPassword }, withToken: false }),
  });
  return (
    <>
      <h1 className="mb-4 text-2xl">Welcome to the team</h1>
      {accept.isSuccess
        ? (
          <div className="flex flex-col gap-5">
            <Banner tone="info">
              Your password is saved. An admin on the side of another founding owner confirms you next. Then log in
              here.
            </Banner>
            <Button size="large" variant="quiet" onClick={onBack}>Back to login</Button>
          </div>
        )
        : (
          <NewPassword of={accept} onPassword={(newPassword) => accept.mutate(newPassword)}>
            An admin invited you to the back office. Choose a password that only you know.
          </NewPassword>
        )}
    </>
  );
}

interface NewPasswordProps {
  of: { isPending: boolean; isError: boolean; error: unknown };
  onPassword(newPassword: string): void;
  /** Why they choose one. */
  children: ReactNode;
}

/** An admin's own password, before the back office opens. */
export function NewPassword({ of, onPassword, children }: NewPasswordProps) {
  const form = useForm({ defaultValues: { newPassword: "" } });
  return (
    <Form onSubmit={form.handleSubmit(({ newPassword }) => onPassword(newPassword))}>
      <p className="text-sm text-ink-soft">{children}</p>
      <PasswordField
        autoFocus
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        error={form.formState.errors.newPassword?.message ??
          (of.isError ? failureText(of.error, "An error occurred") : undefined)}
        {...form.register("newPassword", {
          minLength: { value: 8, message: "Minimum length is 8 characters." },
          required: "Password is required",
        })}
      />
      <Button type="submit" size="large" busy={of.isPending} busyLabel="Saving...">Save password</Button>
    </Form>
  );
}
