import { changeAdminRole } from "@contract/calls/admin_team.ts";
import { ADMIN_ROLES, type AdminRole, ROLE_WORDS } from "@contract/admin_roles.ts";
import { addsRights } from "@contract/calls/roles.ts";
import type { RoleProposal, TeamMember } from "@contract/team.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { useDecideOnRole } from "./api.ts";

/** The roles as a form offers them. */
export const ROLE_OPTIONS = ADMIN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label }));

/** Changes an admin's role in a dialog that says when it holds. */
export function ChangeRole({ member }: { member: TeamMember }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Change role: ${member.name}`}
        onClick={() => setOpen(true)}
      >
        Change role
      </Button>
      {isOpen && <RoleDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoleDialog({ member: { userId, name, role: before }, onClose }: { member: TeamMember; onClose(): void }) {
  const [role, setRole] = useState<AdminRole>(before);
  const decide = useDecideOnRole(userId);
  const isMore = addsRights(before, role);
  return (
    <FormDialog
      title={`Role of ${name}`}
      onClose={onClose}
      onSubmit={() => decide.mutate(role, { onSuccess: onClose })}
      send={isMore ? "Propose role" : "Change role"}
      disabled={role === before}
      of={decide}
      busyLabel="Saving..."
      failure="An error occurred"
    >
      <Select
        label="Role"
        hint={ROLE_WORDS[role].does}
        options={ROLE_OPTIONS}
        value={role}
        onChange={(event) => setRole(ADMIN_ROLES.find((one) => one === event.target.value) ?? before)}
      />
      {role !== before && (
        <p className="text-sm text-ink-soft">
          {isMore
            ? "This role adds rights. It holds in 24 hours, if an admin on another side confirms it. Every admin gets an email."
            : "This role adds no rights. It holds now, and logs them out."}
        </p>
      )}
    </FormDialog>
  );
}

interface ProposedRoleProps {
  member: TeamMember;
  change: RoleProposal;
  onDone(said: string): void;
}

/** A role that waits: for the word of another side, or for its hour. */
export function ProposedRole({ member, change: { role, effectiveFrom, isConfirmed }, onDone }: ProposedRoleProps) {
  const { userId, name, role: before } = member;
  const decide = useDecideOnRole(userId);
  if (!isConfirmed) {
    return (
      <div className="basis-full">
        <WaitingProposal kind="admin_role" subject={userId} onDone={onDone} />
      </div>
    );
  }
  return (
    <div className="flex basis-full flex-wrap items-center gap-3 text-sm">
      <p className="min-w-[min(12rem,100%)] flex-1">
        Becomes {ROLE_WORDS[role].label} on {formatDateTime(effectiveFrom)}.
      </p>
      <May call={changeAdminRole}>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Cancel role: ${name}`}
          busy={decide.isPending}
          onClick={() => decide.mutate(before)}
        >
          Cancel role
        </Button>
      </May>
      {decide.isError && (
        <p role="alert" className="basis-full text-danger">{failureText(decide.error, "An error occurred")}</p>
      )}
    </div>
  );
}
