import type { PlaylistInvitation } from "@contract/playlists.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router-dom";
import { invitationQuery } from "../../data/playlist.ts";
import { ApiError, failureText, hasCode } from "../../lib/api_error.ts";
import { plural } from "../../lib/format.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/use_title.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useJoinPlaylist } from "./people_api.ts";

/** What a link invites to, and the button that takes part. */
export function JoinPlaylist({ token }: { token: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(invitationQuery(token));
  useTitle(data?.name);
  if (data?.isMember) return <Navigate to={`/playlists/${data.playlistId}`} replace />;
  if (data) return <Invited token={token} invitation={data} />;
  if (error instanceof ApiError && error.status !== undefined && error.status < 500) {
    return (
      <EmptyState
        heading="h1"
        title="This invitation is no longer valid"
        text="Ask the owner of the playlist for a new link."
        action={<ButtonLink to="/">Go to Discover</ButtonLink>}
      />
    );
  }
  return isError
    ? (
      <ErrorState
        heading="h1"
        message="Failed to load the invitation"
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
    : <Skeleton shape="rows" label="Loading the invitation..." />;
}

function Invited({ token, invitation }: { token: string; invitation: PlaylistInvitation }) {
  const session = useSession();
  const navigate = useNavigate();
  const join = useMutation(useJoinPlaylist(token));
  const { playlistId, name, ownerName, trackCount, covers } = invitation;
  const needsPremium = hasCode(join.error, "premium_only");
  return (
    <>
      <ListHead
        kind="Invitation"
        title={name}
        seed={playlistId}
        cover={<CoverMosaic covers={covers} seed={playlistId} size={208} className={LIST_COVER} />}
        buttons={session
          ? (
            <Button
              busy={join.isPending}
              busyLabel="Joining..."
              onClick={() => join.mutate(undefined, { onSuccess: () => void navigate(`/playlists/${playlistId}`) })}
            >
              Join this playlist
            </Button>
          )
          : (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={loginPath()}>Log in to join</ButtonLink>
              <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
            </div>
          )}
      >
        <p>
          <bdi>{ownerName}</bdi> lets you add songs · {plural(trackCount, "track")}
        </p>
      </ListHead>
      {join.isError && (
        <Banner
          tone={needsPremium ? "info" : "error"}
          action={needsPremium && <ButtonLink size="small" to="/subscriptions">See Premium</ButtonLink>}
        >
          {failureText(join.error, "Failed to join the playlist")}
        </Banner>
      )}
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        Everyone who joins sees the others' first names, adds songs, puts them in order, and takes out the songs they
        added. The owner can take out everything.
      </p>
    </>
  );
}
