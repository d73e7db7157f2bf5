import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/Form.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { PASSWORD_HINT, PasswordRules, problemOfPassword } from "../ui/PasswordRules.tsx";
import { useChangePassword } from "./settings_api.ts";
import { usePassing } from "../lib/use_passing.ts";

const EMPTY = { currentPassword: "", newPassword: "" };

/** The password, behind a button. `email` tells password managers whose it is. */
export function PasswordForm({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [message, show] = usePassing();
  const close = () => {
    setOpen(false);
    show("Password changed successfully");
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Password</h2>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Change Password"}
        </Button>
      </div>
      {message && <Banner tone="success" className="mt-4">{message}</Banner>}
      {isOpen && <Fields email={email} onChanged={close} />}
    </Card>
  );
}

function Fields({ email, onChanged }: { email: string; onChanged(): void }) {
  const [passwords, setPasswords] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const change = useChangePassword();
  const { currentPassword, newPassword } = passwords;
  useBusy("typing", currentPassword !== "" || newPassword !== "");
  const submit = async () => {
    const isMissing = currentPassword === "" || newPassword === "";
    const found = isMissing ? "Both current and new passwords are required" : await problemOfPassword(newPassword);
    setProblem(found);
    change.reset();
    if (!found) change.mutate(passwords, { onSuccess: onChanged });
  };
  const failure = problem ?? (change.isError && failureText(change.error, "Failed to change password"));
  return (
    <Form onSubmit={submit} className="mt-5 gap-5">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        autoFocus
        label="Current password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={<>{PASSWORD_HINT} We will log out your other devices.</>}
        value={newPassword}
        onChange={(event) => setPasswords({ ...passwords, newPassword: event.target.value })}
      />
      {newPassword !== "" && <PasswordRules password={newPassword} said={failure} />}
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button type="submit" className="self-start" busy={change.isPending} busyLabel="Saving...">Save password</Button>
    </Form>
  );
}
