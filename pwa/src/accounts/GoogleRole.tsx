import type { Role } from "@contract/accounts.ts";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextLink } from "./AccountFrame.tsx";
import { RolePicker } from "./RolePicker.tsx";

interface GoogleRoleProps {
  isPending: boolean;
  onChoose(role: Role): void;
  onClose(): void;
}

/** Asks a person whom Google knows and Orin does not what they join as; nothing is created before they answer. */
export function GoogleRole({ isPending, onChoose, onClose }: GoogleRoleProps) {
  const [role, setRole] = useState<Role>("listener");
  return (
    <Dialog
      open
      title="Welcome to Orin"
      description="One last step to create your account."
      onClose={onClose}
      actions={
        <Button size="large" busy={isPending} busyLabel="Processing..." onClick={() => onChoose(role)}>
          {role === "creator" ? "Start Creating" : "Start Listening"}
        </Button>
      }
    >
      <RolePicker value={role} onChange={setRole} />
      <p className="text-xs text-ink-faint">
        By signing up you accept the{" "}
        <TextLink to="/terms">Terms of Service</TextLink>. We send you occasional account-related emails.
      </p>
    </Dialog>
  );
}
