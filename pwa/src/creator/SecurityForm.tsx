import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Form } from "../ui/Form.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Outcome } from "../ui/Outcome.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { useChangePassword } from "./api.ts";
import { usePassing } from "../lib/use_passing.ts";

const EMPTY = { currentPassword: "", newPassword: "", confirm: "" };
const FAILED = "Failed to change password. Please check your current password and try again.";

/** A new password, typed twice. `email` tells password managers whose it is. */
export function SecurityForm({ email }: { email: string }) {
  const [typed, setTyped] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const [message, show] = usePassing();
  const change = useChangePassword();
  useBusy("typing", Object.values(typed).some((text) => text !== ""));
  const submit = async () => {
    const { confirm: _confirm, ...body } = typed;
    const found = problemIn(typed) ?? await problemOfPassword(typed.newPassword);
    setProblem(found);
    change.reset();
    if (found) return;
    change.mutate(body, {
      onSuccess: () => {
        setTyped(EMPTY);
        show("Password changed successfully");
      },
    });
  };
  const field = (name: keyof typeof EMPTY, label: string) => ({
    label,
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const failure = problem ?? (change.isError ? failureText(change.error, FAILED) : undefined);
  return (
    <Card>
      <Form onSubmit={submit}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField autoComplete="current-password" {...field("currentPassword", "Current password")} />
        <PasswordField
          autoComplete="new-password"
          hint={<>{PASSWORD_HINT} We will log out your other devices.</>}
          {...field("newPassword", "New password")}
        />
        {typed.newPassword !== "" && <PasswordRules password={typed.newPassword} said={failure} />}
        <PasswordField autoComplete="new-password" {...field("confirm", "Confirm password")} />
        <Outcome failure={failure} done={message} />
        <Button type="submit" className="self-start" busy={change.isPending} busyLabel="Saving...">
          Change password
        </Button>
      </Form>
    </Card>
  );
}

function problemIn({ currentPassword, newPassword, confirm }: typeof EMPTY): string | undefined {
  if (currentPassword === "" || newPassword === "" || confirm === "") return "Please fill in all required fields";
  return newPassword === confirm ? undefined : "Passwords do not match";
}
