import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import { MOST_WITH_SONG, type PlaylistsWithSong } from "@contract/playlists.ts";
import type { OwnTrack } from "@contract/uploads.ts";
import { myTracksQuery, songFiguresQuery } from "../data/creator.ts";
import { playlistsWithSongQuery } from "../data/insights.ts";
import { useMay } from "../lib/acting.ts";
import { formatDuration, formatFullCount, plural } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { sharedTrack } from "../lib/share.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ShareDialog } from "../ui/ShareDialog.tsx";
import { DeleteTrack } from "./DeleteTrack.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { LyricsForm } from "./LyricsForm.tsx";
import { HeldMark } from "./OwnTrackRow.tsx";
import { ReplaceRecording } from "./ReplaceRecording.tsx";
import { TrackForm } from "./TrackForm.tsx";
import { TrackStateMark } from "./TrackStateMark.tsx";
import { peopleWords } from "./insights/insight_words.ts";

const LIST = "/cs-music-list";

/** `/cs-music-list/:trackId`: a song of one's own with all that is done about it, a section each. */
export function SongPage() {
  const { trackId } = useParams();
  const tracks = useQuery(myTracksQuery);
  const track = tracks.data?.find(({ _id }) => _id === trackId);
  if (track) return <Sections key={track._id} track={track} />;
  if (!tracks.data) return <LoadState query={tracks} label="Loading your song..." failure="Failed to load the song" />;
  return (
    <EmptyState
      heading="h1"
      title="This song is not in your list"
      text="It was deleted, or belongs to another artist."
      action={<ButtonLink to={LIST}>Music List</ButtonLink>}
    />
  );
}

function Sections({ track }: { track: OwnTrack }) {
  const [isOwn, mayEdit, mayDelete] = [useMay("owner"), useMay("edit"), useMay("manage")];
  const { _id, title, artist, genre, durationSeconds, state, reason, holds = [], replacement } = track;
  const isOut = state === "ready" && holds.length === 0;
  return (
    <>
      <PageHeader
        title={title}
        seed={_id}
        before={<BackLink to={LIST}>Music List</BackLink>}
        subtitle={
          <>
            <bdi>{artist}</bdi>
            {" · "}
            <span className="capitalize">{genre}</span>
            {` · ${formatDuration(durationSeconds)}`}
          </>
        }
      >
        <span className="flex items-center gap-3">
          {holds.length > 0 ? <HeldMark holds={holds} /> : <TrackStateMark state={state} />}
        </span>
      </PageHeader>
      {reason && <p className="mb-6 text-sm text-danger">{reason}</p>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Numbers track={track} />
        {mayEdit && (
          <Section title="Details">
            <TrackForm key={JSON.stringify(track)} track={track} />
          </Section>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          {isOut && <Links track={track} />}
          <Section title="On playlists">
            <SongPlaylists trackId={_id} />
          </Section>
          {isOwn && (
            <Section title="Shares" text="Producers, writers and features get their part of what this song earns.">
              <ButtonLink variant="quiet" to={`/cs-split/${_id}`}>See or change the shares</ButtonLink>
            </Section>
          )}
          {mayEdit && (
            <>
              <Section title="Lyrics">
                <LyricsForm trackId={_id} />
              </Section>
              <Section title={replacement ? "The new recording" : "Replace the recording"}>
                <ReplaceRecording track={track} />
              </Section>
            </>
          )}
          {mayDelete && <Ending track={track} />}
        </div>
      </div>
    </>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-3 text-xl">{title}</h2>
      {text && <p className="mb-3 text-sm text-ink-soft">{text}</p>}
      {children}
    </Card>
  );
}

/** What it has had since it came out, and the way to more. */
function Numbers({ track: { _id } }: { track: OwnTrack }) {
  const { data } = useQuery(songFiguresQuery);
  const { plays = 0, listeners = null, savers = 0, gifts = 0, royalties = 0 } = data?.[_id] ?? {};
  return (
    <section aria-label="Figures" className="lg:col-span-2">
      <Figures>
        <Figure name="Counted plays">{formatFullCount(plays)}</Figure>
        <Figure name="Listeners" note={listeners ? undefined : "told from five listeners on"}>
          {listeners ? peopleWords(listeners) : "–"}
        </Figure>
        <Figure name="Savers">{formatFullCount(savers)}</Figure>
        <Figure
          name="Earned"
          note={`Gifts ${nairaOf(gifts)}, royalties of closed months before tax ${nairaOf(royalties)}`}
        >
          {nairaOf(gifts + royalties)}
        </Figure>
      </Figures>
      <ButtonLink variant="quiet" className="mt-3" to={`/cs-insights?track=${_id}`}>
        All insights of this song
      </ButtonLink>
    </section>
  );
}

function Links({ track }: { track: OwnTrack }) {
  const [isSharing, setSharing] = useState(false);
  return (
    <Section title="Links" text="Its page, the address for others, and the player for other sites.">
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="quiet" to={`/track/${track._id}`}>Its page</ButtonLink>
        <Button variant="quiet" onClick={() => setSharing(true)}>Share or embed</Button>
      </div>
      {isSharing && <ShareDialog title="Share" shared={sharedTrack(track)} onClose={() => setSharing(false)} />}
    </Section>
  );
}

function Ending({ track }: { track: OwnTrack }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  return (
    <Section
      title="Take it down"
      text="Nobody hears it any more, and its comments go. Money that it earned stays yours."
    >
      <Button variant="danger" onClick={() => setAsked(true)}>Delete this song</Button>
      {isAsked && (
        <DeleteTrack
          track={track}
          onClose={() => setAsked(false)}
          onDone={() => navigate(LIST, { replace: true })}
        />
      )}
    </Section>
  );
}

/** The public playlists that hold a song, by name. */
function SongPlaylists({ trackId }: { trackId: string }) {
  const playlists = useQuery(playlistsWithSongQuery(trackId));
  if (playlists.data) return <List playlists={playlists.data} />;
  return (
    <LoadState
      query={playlists}
      shape="text"
      count={3}
      label="Loading the playlists..."
      failure="Failed to load the playlists with this song"
    />
  );
}

function List({ playlists }: PlaylistsWithSong) {
  if (playlists.length === 0) {
    return <p className="text-sm text-ink-soft">No public playlist has this song yet. Private ones are not shown.</p>;
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {playlists.map(({ _id, name, ownerName, trackCount }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
            <Link to={`/playlists/${_id}`} className="min-w-0 py-2 font-semibold wrap-anywhere hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <span className="text-sm text-ink-soft">
              <bdi>{ownerName}</bdi> · {plural(trackCount, "song")}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-soft">
        {playlists.length === MOST_WITH_SONG && `The ${MOST_WITH_SONG} that were changed last. `}
        Private playlists are not shown.
      </p>
    </>
  );
}
