import type { TeamInvitation, TeamOfMine } from "@contract/memberships.ts";
import { TEAM_ROLE_WORDS } from "@contract/memberships.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, LogOut, X } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { teamsQuery } from "../../data/teams.ts";
import { actFor, useActing } from "../../lib/acting.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { useAnswerTeam, useLeaveTeam, useSwitchArtist } from "./api.ts";

/** The artists for whom one works, and those who ask. */
export function WorkFor({ heading }: { heading: string }) {
  const query = useQuery(teamsQuery);
  const { data } = query;
  return (
    <section aria-labelledby="work-for" className="flex flex-col gap-3">
      <h2 id="work-for" className="text-xl">{heading}</h2>
      {data === undefined && <LoadState query={query} label="Loading..." failure="Failed to load your teams" />}
      {data && data.teams.length + data.invitations.length === 0 && (
        <p className="max-w-prose text-sm text-ink-soft">
          None yet. When an artist invites you into their team, you find the invitation here and decide.
        </p>
      )}
      {data && (
        <ul className="flex flex-col gap-2">
          {data.invitations.map((one) => <Invitation key={one.token} invitation={one} />)}
          {data.teams.map((one) => <Membership key={one.artistId} team={one} />)}
        </ul>
      )}
    </section>
  );
}

const ROW = "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-surface p-3 sm:px-4";

function Invitation({ invitation }: { invitation: TeamInvitation }) {
  const { token, artistName, pictureUrl, role, expiresAt } = invitation;
  const answer = useAnswerTeam(token);
  return (
    <li className={ROW}>
      <Avatar src={pictureUrl} size={44} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">
          <bdi>{artistName}</bdi> invites you
        </p>
        <p className="text-sm text-ink-soft">
          {TEAM_ROLE_WORDS[role].label}, until {formatDate(expiresAt)}. {TEAM_ROLE_WORDS[role].may}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="quiet"
          size="small"
          icon={<X size={16} />}
          disabled={answer.isPending}
          onClick={() => answer.mutate("declined")}
        >
          Decline
        </Button>
        <Button
          size="small"
          icon={<Check size={16} />}
          busy={answer.isPending}
          onClick={() => answer.mutate("accepted")}
        >
          Accept
        </Button>
      </div>
      {answer.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {failureText(answer.error, "Your answer was not saved")}
        </p>
      )}
    </li>
  );
}

function Membership({ team }: { team: TeamOfMine }) {
  const { artistId, artistName, pictureUrl, role, since } = team;
  const [isAsking, setAsking] = useState(false);
  const acting = useActing();
  const navigate = useNavigate();
  const switchTo = useSwitchArtist();
  const leave = useLeaveTeam(artistId);
  const open = () => {
    switchTo(team);
    navigate("/creator-dashboard");
  };
  const confirm = () =>
    leave.mutate(undefined, {
      onSuccess: () => {
        if (acting?.artistId === artistId) actFor(undefined);
        setAsking(false);
      },
    });
  return (
    <li className={ROW}>
      <Avatar src={pictureUrl} size={44} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold wrap-anywhere">
          <bdi>{artistName}</bdi>
        </p>
        <p className="text-sm text-ink-soft">{TEAM_ROLE_WORDS[role].label}, since {formatDate(since)}</p>
      </div>
      <Button size="small" onClick={open} aria-label={`Work for them: ${artistName}`}>Work for them</Button>
      <IconButton
        label={`Leave the team of ${artistName}`}
        icon={<LogOut size={18} />}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          open
          dangerous
          title={`Leave the team of ${artistName}?`}
          message="You can do nothing for them from this moment on. To come back you need a new invitation."
          confirmLabel="Leave"
          busy={leave.isPending}
          busyLabel="Leaving..."
          error={leave.isError ? failureText(leave.error, "You have not left") : undefined}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}
