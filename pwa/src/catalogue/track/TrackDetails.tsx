import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, Pause, Play } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import type { Track } from "@contract/catalogue.ts";
import { trackQuery } from "../../data/catalogue.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { ApiError } from "../../lib/api_error.ts";
import { useEarlyAccess } from "../../lib/early_access.ts";
import { useSession } from "../../lib/session.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Duration } from "../../ui/Duration.tsx";
import { EarlyAccessMark } from "../../ui/EarlyAccessMark.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { ShareButton, useTrackActions } from "../TrackActions.tsx";
import { TrackHeart } from "../TrackHeart.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { usePlaying } from "../playing.ts";
import { useUnavailable } from "../saving/use_unavailable.ts";
import { TrackCredits } from "./TrackCredits.tsx";

interface TrackDetailsProps {
  /** What the song has earned who looks at it. */
  earned(track: Track): ReactNode;
  /** What people say about it; below the rest. */
  comments: ReactNode;
}

/** `/track/:id`: a song, who made it, what it earned the listener, and what people say about it. */
export function TrackDetails({ earned, comments }: TrackDetailsProps) {
  const { id = "" } = useParams();
  const query = useQuery(trackQuery(id));
  const savedAt = useSavedAt(query);
  const listed = useListedTrack(id);
  const isGone = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  const track = isGone ? undefined : query.data?.track ?? listed;
  useTitle(track && `${track.title} by ${track.artist}`);
  if (track) {
    return (
      <>
        <TrackHead track={track} />
        <SavedNote what="song" savedAt={savedAt} />
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 @min-[44rem]:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex flex-col gap-6 @min-[44rem]:col-start-2">
              {earned(track)}
              <TrackCredits track={track} albumId={query.data?.albumId} />
            </div>
            <div className="min-w-0 @min-[44rem]:col-start-1 @min-[44rem]:row-start-1">{comments}</div>
          </div>
        </div>
        <PlaysUsedUp />
      </>
    );
  }
  if (!query.isError) return <Skeleton shape="rows" label="Loading song..." />;
  if (isGone) {
    return (
      <EmptyState
        heading="h1"
        title="Song not found"
        text="The link may be old, or the song is no longer on Orin."
        action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
      />
    );
  }
  return (
    <ErrorState
      heading="h1"
      message="Failed to load song"
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** A song as a list that is on this device has it: its page opens immediately, and without a network. */
function useListedTrack(id: string): Track | undefined {
  const client = useQueryClient();
  return useMemo(() => listedTrack(client, id), [client, id]);
}

function listedTrack(client: QueryClient, id: string): Track | undefined {
  for (const [, data] of client.getQueriesData<Listed>({ queryKey: ["catalogue"] })) {
    const lists = [data?.tracks, ...data?.pages?.map(({ tracks }) => tracks) ?? []];
    const found = lists.flatMap((tracks) => tracks ?? []).find(({ _id }) => _id === id);
    if (found) return found;
  }
  return undefined;
}

/** Albums and artists have tracks, lists have pages of them; the rest has neither. */
interface Listed {
  tracks?: readonly Track[];
  pages?: readonly { tracks?: readonly Track[] }[];
}

/** Cover, title, artist and length; play, heart, share, and the rest in a menu. */
function TrackHead({ track }: { track: Track }) {
  const actions = useTrackActions();
  const session = useSession();
  const from = useSearchParams()[0].get("from");
  // Artists see which plays came from the page with all their links, another site's player, or a release.
  const source = ["link", "embed", "release"].find((one) => one === from) ?? "track";
  return (
    <header className="relative isolate -mx-4 -mt-6 mb-6 overflow-hidden px-4 pt-6 pb-6 md:-mx-8 md:-mt-8 md:px-8 md:pt-12">
      <AdireCloth
        seed={track._id}
        repeat={120}
        className="-z-10 text-dye opacity-80 mask-[linear-gradient(to_bottom,black,transparent)] in-data-[theme=light]:opacity-20"
      />
      <div className="flex flex-col items-center gap-5 text-center sm:flex-row sm:items-end sm:gap-6 sm:text-left">
        <Cover
          src={track.coverImageUrl}
          seed={track._id}
          size={208}
          placeholder={track.placeholder}
          priority
          className="shrink-0 rounded-xl shadow-float"
        />
        <div className="min-w-0">
          <h1 className="text-3xl font-extrabold wrap-anywhere">{track.title}</h1>
          <p className="mt-2">
            <PreloadLink
              to={`/artists/${track.artistId}`}
              className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
            >
              {track.artist}
            </PreloadLink>
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <span className="capitalize">{track.genre}</span> · <Duration seconds={track.durationSeconds} />
          </p>
          <EarlyAccessMark track={track} />
          <div className="mt-4 flex flex-wrap items-center justify-center gap-2 sm:justify-start">
            <PlayTrack track={track} onPlay={() => actions.play([track], { index: 0, source })} />
            {session?.userId !== track.artistId && (
              <ButtonLink
                variant="quiet"
                icon={<Gift size={18} />}
                to={`/gift/${track.artistId}?track=${track._id}`}
              >
                Send a gift
              </ButtonLink>
            )}
            <span className="flex">
              <TrackHeart track={track} />
              <ShareButton track={track} actions={actions} />
              <TrackMenu track={track} actions={actions} isOnItsPage />
            </span>
          </div>
        </div>
      </div>
      {actions.dialogs}
    </header>
  );
}

/** Plays in the player; who may not hear the song yet is led to Premium. */
function PlayTrack({ track, onPlay }: { track: Track; onPlay(): void }) {
  const { trackId, isPlaying } = usePlaying();
  const unavailable = useUnavailable(trackId)(track);
  const early = useEarlyAccess(track);
  if (early?.isClosed) return <ButtonLink to="/subscriptions">Go Premium</ButtonLink>;
  const moves = trackId === track._id && isPlaying;
  return (
    <>
      <Button
        icon={moves ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
        disabled={unavailable !== undefined}
        onClick={onPlay}
      >
        {moves ? "Pause" : "Play"}
        <span className="sr-only">{`${track.title} by ${track.artist}`}</span>
      </Button>
      {unavailable && <p className="text-sm text-ink-soft max-sm:w-full">{unavailable}</p>}
    </>
  );
}
