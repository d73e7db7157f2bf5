import type { Lyrics } from "@contract/lyrics.ts";
import { useQuery } from "@tanstack/react-query";
import { OffensiveVeil, PlainLyrics } from "../catalogue/lyrics/PlainLyrics.tsx";
import { SungLyrics } from "../catalogue/lyrics/SungLyrics.tsx";
import { lyricsQuery } from "../data/lyrics.ts";
import { useStore } from "../lib/store.ts";
import { appPlayer } from "../player/app_player.ts";
import { LoadState } from "../ui/LoadState.tsx";

/** What is sung in the song that plays: timed lyrics go along with it, plain ones are there to read. */
export function PlayingLyrics() {
  const { track } = useStore(appPlayer().state);
  const trackId = track?.id ?? "";
  const query = useQuery({ ...lyricsQuery(trackId), enabled: trackId !== "" });
  return (
    <>
      {track && <p className="mb-3 truncate px-2 text-sm text-ink-soft">{track.title} · {track.artist}</p>}
      {query.data === undefined
        ? <LoadState query={query} failure="Failed to load lyrics" label="Loading lyrics..." />
        : query.data === null
        ? <p role="status" className="px-2 py-10 text-center text-ink-soft">This song has no lyrics yet.</p>
        : <Words key={trackId} lyrics={query.data} />}
    </>
  );
}

function Words({ lyrics }: { lyrics: Lyrics }) {
  const player = appPlayer();
  const words = lyrics.isTimed
    ? <SungLyrics lyrics={lyrics} subscribeTime={player.subscribeTime} onSeek={player.seek} />
    : (
      <div className="px-2 pb-8 text-lg">
        <PlainLyrics lyrics={lyrics} />
      </div>
    );
  return lyrics.offensive ? <OffensiveVeil>{words}</OffensiveVeil> : words;
}
