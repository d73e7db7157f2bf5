import { confirmAdminPassword } from "@contract/calls/admin_team.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { useStore } from "../../lib/store.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { askOnceAsAdmin } from "./admin_api.ts";
import { type Asked, password as ofPassword } from "./asking.ts";

/** Asks for the admin's password when a call needs one of the last 15 minutes. It is in the layout once. */
export function PasswordAgain() {
  const asked = useStore(ofPassword.asked);
  return asked ? <PasswordDialog asked={asked} /> : null;
}

function PasswordDialog({ asked }: { asked: Asked }) {
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: () => askOnceAsAdmin(confirmAdminPassword, { body: { password } }),
    onSuccess: () => asked.answer(true),
  });
  const failure = confirm.isError ? failureText(confirm.error, "The password could not be checked") : undefined;
  return (
    <FormDialog
      title="Enter your password again"
      description="To decide about money, accounts or rules, you must have entered your password in the last 15 minutes."
      onClose={() => asked.answer(false)}
      onSubmit={() => password !== "" && confirm.mutate()}
      send="Confirm"
      disabled={password === ""}
      of={confirm}
      busyLabel="Checking..."
    >
      <PasswordField
        data-autofocus
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={failure}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
