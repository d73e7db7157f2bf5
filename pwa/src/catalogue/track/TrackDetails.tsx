import type { Track } from "@contract/catalogue.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useParams } from "react-router-dom";
import { trackQuery } from "../../data/catalogue.ts";
import { ApiError } from "../../lib/api_error.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { useTitle } from "../../lib/use_title.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { TrackCredits } from "./TrackCredits.tsx";
import { TrackHead } from "./TrackHead.tsx";

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
