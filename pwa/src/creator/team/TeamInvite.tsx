import { TEAM_ROLE_WORDS, type TeamInvitation } from "@contract/memberships.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router-dom";
import { teamInvitationQuery } from "../../data/teams.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/use_title.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { useAnswerTeam } from "./api.ts";

/** `/team/:token`: which artist asks a person into the team, and the two buttons that answer. */
export function TeamInvite() {
  const { token = "" } = useParams();
  const query = useQuery(teamInvitationQuery(token));
  const { data, error } = query;
  useTitle(data?.artistName);
  if (data) return <Invited invitation={data} />;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    return (
      <EmptyState
        heading="h1"
        title="This invitation is no longer open"
        text="It was answered, withdrawn, replaced by a newer one, or has expired. Ask the artist if you expected it."
        action={<ButtonLink to="/team">Your teams</ButtonLink>}
      />
    );
  }
  return <LoadState query={query} label="Loading the invitation..." failure="Failed to load the invitation" />;
}

function Invited({ invitation }: { invitation: TeamInvitation }) {
  const { artistId, artistName, pictureUrl, role, expiresAt } = invitation;
  const { label, may } = TEAM_ROLE_WORDS[role];
  return (
    <div className="max-w-3xl">
      <ListHead
        kind="An invitation into a team"
        title={artistName}
        seed={artistId}
        cover={<Avatar src={pictureUrl} size={112} className={`${LIST_COVER} rounded-full`} />}
        buttons={<Buttons invitation={invitation} />}
      >
        <p className="text-xl font-extrabold text-ink">{label}</p>
        <p>{may}</p>
      </ListHead>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        You accept with your own account, and leave whenever you like. The artist sees your name and what you do for
        them. The invitation works until {formatDate(expiresAt)}; nothing happens without your answer.
      </p>
    </div>
  );
}

function Buttons({ invitation: { token } }: { invitation: TeamInvitation }) {
  const session = useSession();
  const navigate = useNavigate();
  const answer = useAnswerTeam(token);
  if (!session) {
    return (
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={loginPath()}>Log in to answer</ButtonLink>
        <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
      </div>
    );
  }
  const say = (said: "accepted" | "declined") =>
    answer.mutate(said, { onSuccess: () => navigate("/team", { replace: true }) });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button busy={answer.isPending} busyLabel="Saving..." onClick={() => say("accepted")}>Accept</Button>
        <Button variant="quiet" disabled={answer.isPending} onClick={() => say("declined")}>Decline</Button>
      </div>
      {answer.isError && <Banner tone="error">{failureText(answer.error, "Failed to save your answer")}</Banner>}
    </div>
  );
}
