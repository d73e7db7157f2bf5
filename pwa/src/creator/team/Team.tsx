import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Trash2, X } from "lucide-react";
import { useState } from "react";
import { newId } from "@contract/ids.ts";
import {
  type MemberOfTeam,
  type OwnTeam,
  TEAM_ROLE_WORDS,
  TEAM_ROLES,
  type TeamActivity,
  type TeamRole,
  type WaitingInvitation,
} from "@contract/memberships.ts";
import { ownTeamQuery, teamActivityQuery } from "../../data/teams.ts";
import { useActing } from "../../lib/acting.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Radios } from "../../ui/Radios.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { WorkFor } from "./WorkFor.tsx";
import { useActivityTable, useInvite, useRemoveMember, useSetRole, useWithdrawInvitation } from "./api.ts";

/** The tab of the settings: who works for the artist, whom they have asked, and who did what. */
export function Team() {
  const query = useQuery(ownTeamQuery);
  const isOwn = useActing() === undefined;
  return (
    <div className="flex flex-col gap-8">
      {query.data
        ? <Content team={query.data} />
        : <LoadState query={query} label="Loading the team..." failure="Failed to load the team" />}
      {isOwn && <WorkFor heading="Artists you work for" />}
    </div>
  );
}

function Content({ team }: { team: OwnTeam }) {
  const mayInvite = team.yourRole === "owner" || team.yourRole === "manager";
  return (
    <>
      <Members team={team} />
      {mayInvite && (
        <>
          <Invite isOwner={team.yourRole === "owner"} />
          {team.invitations.length > 0 && <Waiting invitations={team.invitations} />}
          <Activity />
        </>
      )}
    </>
  );
}

function Members({ team: { members, artistName, yourRole } }: { team: OwnTeam }) {
  return (
    <section aria-labelledby="members" className="flex flex-col gap-3">
      <h2 id="members" className="text-xl">Team</h2>
      {members.length === 0 && (
        <p className="max-w-prose text-sm text-ink-soft">
          Let a manager, a label or friends work on your music with their own accounts. Nobody needs your password, and
          nobody but you touches your money.
        </p>
      )}
      <ul aria-label="Members" className="flex flex-col gap-2">
        <li className={ROW}>
          <Avatar size={36} />
          <p className="min-w-0 flex-1 font-semibold wrap-anywhere">
            <bdi>{artistName}</bdi>
          </p>
          <span className="text-sm text-ink-soft">{yourRole === "owner" ? "Artist (you)" : "Artist"}</span>
        </li>
        {members.map((member) => (
          <Member key={`${member.memberId} ${member.role}`} member={member} isOwner={yourRole === "owner"} />
        ))}
      </ul>
    </section>
  );
}

const ROW = "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface p-3 sm:px-4";

function Member({ member, isOwner }: { member: MemberOfTeam; isOwner: boolean }) {
  const { memberId, name, role, since, isYou, isYours } = member;
  const [isAsking, setAsking] = useState(false);
  const change = useSetRole(memberId);
  const remove = useRemoveMember(memberId);
  return (
    <li className={ROW}>
      <Avatar size={36} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          {isYou && <span className="ml-1.5 font-normal text-ink-soft">(you)</span>}
        </p>
        <p className="text-sm text-ink-soft">since {formatDate(since)}</p>
      </div>
      {isYours
        ? (
          <>
            <Select
              label={`Role of ${name}`}
              hideLabel
              value={role}
              disabled={change.isPending}
              options={rolesFor(isOwner)}
              onChange={(event) => change.mutate({ role: event.target.value as TeamRole, was: role })}
            />
            <IconButton label={`Remove ${name}`} icon={<Trash2 size={18} />} onClick={() => setAsking(true)} />
          </>
        )
        : <span className="text-sm text-ink-soft">{TEAM_ROLE_WORDS[role].label}</span>}
      {change.isError && (
        <p role="alert" className="w-full text-sm text-danger">{failureText(change.error, "The role stays")}</p>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          dangerous
          title={`Remove ${name}?`}
          message="They can do nothing for you from this moment on. What they have done stays."
          confirmLabel="Remove"
          busy={remove.isPending}
          busyLabel="Removing..."
          error={remove.isError ? failureText(remove.error, "They were not removed") : undefined}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** A manager makes no manager. */
function rolesFor(isOwner: boolean) {
  return TEAM_ROLES.filter((role) => isOwner || role !== "manager")
    .map((value) => ({ value, label: TEAM_ROLE_WORDS[value].label }));
}

function Invite({ isOwner }: { isOwner: boolean }) {
  const [key, setKey] = useState(newId);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("editor");
  const invite = useInvite();
  const submit = () => {
    invite.mutate({ key, email: email.trim(), role }, {
      onSuccess: () => {
        setEmail("");
        void toast("The invitation is on its way", "success");
      },
      // A refused one is another one when it is sent again.
      onSettled: () => setKey(newId()),
    });
  };
  return (
    <Card>
      <Form onSubmit={submit}>
        <h2 className="text-xl">Invite someone</h2>
        <TextField
          type="email"
          label="Email address"
          hint="They accept with their own Orin account of this address. The invitation works for 7 days."
          required
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          error={invite.isError && failureText(invite.error, "The invitation was not sent")}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Radios
          legend="Role"
          value={role}
          onChange={setRole}
          options={rolesFor(isOwner).map(({ value, label }) => ({
            value,
            label: (
              <span className="py-1.5">
                <span className="font-semibold">{label}</span>
                <span className="block text-ink-soft">{TEAM_ROLE_WORDS[value].may}</span>
              </span>
            ),
          }))}
        />
        <div>
          <Button
            type="submit"
            disabled={email.trim() === ""}
            busy={invite.isPending}
            busyLabel="Sending..."
          >
            Send invitation
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Waiting({ invitations }: { invitations: readonly WaitingInvitation[] }) {
  const withdraw = useWithdrawInvitation();
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-3">
      <h2 id="waiting" className="text-xl">Pending invitations</h2>
      {withdraw.isError && <Banner tone="error">{failureText(withdraw.error, "The invitation stays")}</Banner>}
      <ul className="flex flex-col gap-2">
        {invitations.map(({ invitationId, email, role, invitedBy, expiresAt, isExpired, isYours }) => (
          <li key={invitationId} className={ROW}>
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold wrap-anywhere">{email ?? `Invited by ${invitedBy}`}</p>
              <p className="text-sm text-ink-soft">
                {TEAM_ROLE_WORDS[role].label}, {isExpired ? "expired" : "until"} {formatDate(expiresAt)}
              </p>
            </div>
            {isYours && (
              <Button
                variant="quiet"
                size="small"
                icon={<X size={16} />}
                disabled={withdraw.isPending}
                aria-label={`Withdraw the invitation${email === null ? "" : ` to ${email}`}`}
                onClick={() => withdraw.mutate(invitationId)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who did what for the artist, the newest first. */
function Activity() {
  const [person, setPerson] = useState("");
  const query = useInfiniteQuery(teamActivityQuery(person));
  const save = useActivityTable();
  const people = query.data?.pages[0]?.people ?? [];
  const activity = query.data?.pages.flatMap((page) => page.activity);
  return (
    <section aria-labelledby="activity" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="activity" className="text-xl">Activity</h2>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="Activity of"
            hideLabel
            value={person}
            options={[
              { value: "", label: "Everybody" },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setPerson(event.target.value)}
          />
          <Button
            variant="quiet"
            icon={<Download size={18} />}
            busy={save.isPending}
            busyLabel="Saving..."
            onClick={() => save.mutate(person)}
          >
            CSV
          </Button>
        </div>
      </div>
      {save.isError && <Banner tone="error">{failureText(save.error, "The file was not saved")}</Banner>}
      {activity === undefined
        ? <LoadState query={query} label="Loading the activity..." failure="Failed to load the activity" />
        : activity.length === 0
        ? <p className="text-sm text-ink-soft">Nothing yet. Uploads, edits and changes of the team stand here.</p>
        : <List activity={activity} />}
      {query.hasNextPage && (
        <div>
          <Button
            variant="quiet"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

function List({ activity }: { activity: readonly TeamActivity[] }) {
  return (
    <ol aria-label="Activity" className="flex flex-col divide-y divide-line rounded-xl border border-line bg-surface">
      {activity.map(({ id, at, who, what, about }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
            <bdi className="font-semibold">{who}</bdi> <span className="text-ink-soft">{what}</span>
            {about && <bdi className="font-medium">{` ${about}`}</bdi>}
          </p>
          <time dateTime={at} className="text-xs text-ink-faint tabular-nums">{formatDateTime(at)}</time>
        </li>
      ))}
    </ol>
  );
}
