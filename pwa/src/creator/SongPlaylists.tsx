import { MOST_WITH_SONG, type PlaylistsWithSong } from "@contract/playlists.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { playlistsWithSongQuery } from "../data/insights.ts";
import { plural } from "../lib/format.ts";
import { LoadState } from "../ui/LoadState.tsx";

/** The public playlists that hold a song, by name. */
export function SongPlaylists({ trackId }: { trackId: string }) {
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
