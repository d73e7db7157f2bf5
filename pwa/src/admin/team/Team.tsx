import { removeAdmin } from "@contract/calls/admin_team.ts";
import { ROLE_WORDS } from "@contract/admin_roles.ts";
import type { AdminStanding, TeamAnswer, TeamMember } from "@contract/team.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Badge, type Mark } from "../parts/Badge.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { useProposals, WaitingProposal } from "../proposals/ProposalCard.tsx";
import { useAdminSession } from "../shell/session.ts";
import { May } from "../shell/May.tsx";
import { useDecideOnMember, useTeam } from "./api.ts";
import { ChangeRole, ProposedRole } from "./MemberRole.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useResetFactor } from "../second_factor/api.ts";

const SUSPENDED = { tone: "bad", text: "Suspended" } as const;

const STANDING: Readonly<Record<AdminStanding, Mark>> = {
  works: { tone: "good", text: "Active" },
  chooses_password: { tone: "notice", text: "Has to choose a password" },
  waits_for_confirmation: { tone: "notice", text: "Waits for confirmation" },
};

/** Every admin with the side they are on: two approvals count only when they come from two sides. */
export function Team() {
  return (
    <section aria-labelledby="team" className="min-w-0">
      <h2 id="team" className="mb-1 text-xl">Admins</h2>
      <p className="mb-4 text-sm text-ink-soft">
        Each admin is on the side of the founding owner behind their invitation. Large payouts need one approval from
        each of two sides.
      </p>
      <Loaded query={useTeam()} count={3} label="Loading the team..." failure="The team could not be loaded">
        {(team) => <Members team={team} />}
      </Loaded>
    </section>
  );
}

function Members({ team }: { team: TeamAnswer }) {
  const decide = useDecideOnMember();
  const [asked, setAsked] = useState<TeamMember | null>(null);
  const [said, say] = usePassing<string>();
  const close = () => {
    setAsked(null);
    decide.reset();
  };
  return (
    <>
      {said !== undefined && <Banner tone="success" className="mb-4">{said}</Banner>}
      <Card className="py-2! sm:py-3!">
        <ul className="divide-y divide-line">
          {team.members.map((member) => (
            <Member
              key={member.userId}
              member={member}
              onRemove={() => setAsked(member)}
              onDone={say}
            />
          ))}
        </ul>
      </Card>
      {asked && (
        <ConfirmDialog
          open
          title={`Remove ${asked.name}?`}
          message="This logs them out, and they can no longer use the back office."
          confirmLabel="Remove"
          busyLabel="Removing..."
          dangerous
          busy={decide.isPending}
          error={decide.isError ? failureText(decide.error, "An error occurred") : undefined}
          onCancel={close}
          onConfirm={() => decide.mutate({ userId: asked.userId, does: "remove" }, { onSuccess: close })}
        />
      )}
    </>
  );
}

interface MemberProps {
  member: TeamMember;
  onRemove(): void;
  onDone(said: string): void;
}

function Member({ member, onRemove, onDone }: MemberProps) {
  const isAsked = useProposals().data?.proposals.some(({ kind, subject }) =>
    kind === "admin_invitation" && subject === member.userId
  );
  const self = useAdminSession()?.userId === member.userId;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">
          {member.name} {self && <span className="font-normal text-ink-soft">(you)</span>}
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">
          {member.isFounder
            ? "Founding owner"
            : `${ROLE_WORDS[member.role].label}. Invited by ${member.invitedBy}, on the side of ${member.side}`}
        </p>
        <p className="text-sm text-ink-soft">
          {member.secondFactorSince === null
            ? "No second factor"
            : `Second factor since ${formatDateTime(member.secondFactorSince)}`}
        </p>
      </div>
      <Badge {...member.isSuspended ? SUSPENDED : STANDING[member.standing]} />
      {member.mayResetSecondFactor && <ResetFactor member={member} />}
      {!member.isFounder && !self && (
        <May call={removeAdmin}>
          {(member.standing === "chooses_password" || (member.standing !== "works" && isAsked === false)) && (
            <InviteAgain member={member} />
          )}
          <ChangeRole member={member} />
          <Button size="small" variant="quiet" onClick={onRemove}>Remove</Button>
        </May>
      )}
      {isAsked && (
        <div className="basis-full">
          <WaitingProposal kind="admin_invitation" subject={member.userId} onDone={onDone} />
        </div>
      )}
      {member.change && <ProposedRole member={member} change={member.change} onDone={onDone} />}
    </li>
  );
}

function InviteAgain({ member: { userId, name } }: { member: TeamMember }) {
  const invite = useDecideOnMember();
  if (invite.isSuccess) return <p role="status" className="text-sm text-ink-soft">Invitation sent</p>;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Invite again: ${name}`}
        busy={invite.isPending}
        onClick={() => invite.mutate({ userId, does: "invite" })}
      >
        Invite again
      </Button>
      {invite.isError && (
        <p role="alert" className="text-sm text-danger">{failureText(invite.error, "An error occurred")}</p>
      )}
    </>
  );
}

/** Switches off the second factor of an admin who has lost their phone, with a reason. */
function ResetFactor({ member }: { member: TeamMember }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Reset second factor: ${member.name}`}
        onClick={() => setOpen(true)}
      >
        Reset second factor
      </Button>
      {isOpen && <ResetDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function ResetDialog({ member: { userId, name }, onClose }: { member: TeamMember; onClose(): void }) {
  const reset = useResetFactor(userId);
  return (
    <ReasonDialog
      title={`Reset the second factor of ${name}?`}
      description="Do this only if you have spoken to them yourself. It logs them out, and their password alone opens the next log-in. Every admin gets an email, and for 72 hours your approvals and theirs do not count together."
      hint="At least 10 characters. The log keeps it."
      least={10}
      most={500}
      send="Reset"
      of={reset}
      busyLabel="Resetting..."
      failure="An error occurred"
      onClose={onClose}
      onConfirm={(reason) => reset.mutate({ reason }, { onSuccess: onClose })}
    />
  );
}
