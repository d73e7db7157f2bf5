import type { Track } from "@contract/catalogue.ts";
import { Pause, Play, X } from "lucide-react";
import { Link } from "react-router-dom";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Duration } from "../ui/Duration.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { type TrackPages, tracksOf } from "./api.ts";
import { togglePlay, usePlaying } from "./playing.ts";
import { useAllPages } from "./use_all_pages.ts";

export interface SharedTrackProps {
  id: string;
  pages: TrackPages;
  onClose(): void;
}

/** The song that a shared link names, opened above the list. Sound waits for a press. */
export function SharedTrack({ id, pages, onClose }: SharedTrackProps) {
  const tracks = tracksOf(pages.data);
  const index = tracks.findIndex((track) => track._id === id);
  const track = tracks[index];
  const isSearching = useAllPages(pages, track === undefined);
  if (track) {
    return (
      <Opened
        track={track}
        onPlay={() => togglePlay(tracks, { index, source: "share" })}
        onClose={onClose}
      />
    );
  }
  if (isSearching || pages.isPending) return <div className="mb-6 h-42 animate-breathe rounded-xl bg-ink/6" />;
  if (!pages.data) return null;
  return <Banner tone="info" onClose={onClose} className="mb-6">This song is not on Orin any more.</Banner>;
}

function Opened({ track, onPlay, onClose }: { track: Track; onPlay(): void; onClose(): void }) {
  const { trackId, isPlaying } = usePlaying();
  const moves = trackId === track._id && isPlaying;
  return (
    <section
      aria-label="Shared with you"
      className="relative isolate mb-6 flex animate-enter flex-wrap items-center gap-5 overflow-hidden rounded-xl border-2 border-primary bg-surface p-4 sm:flex-nowrap sm:p-5"
    >
      <AdireCloth
        seed={track._id}
        className="-z-10 text-dye opacity-70 mask-[linear-gradient(to_left,black,transparent_70%)] in-data-[theme=light]:opacity-20"
      />
      <Cover
        src={track.coverImageUrl}
        seed={track._id}
        size={132}
        placeholder={track.placeholder}
        priority
        className="shrink-0 rounded-lg shadow-float"
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-semibold text-accent">Shared with you</p>
        <h2 className="mt-1 truncate text-2xl">{track.title}</h2>
        <p className="truncate text-ink-soft">
          <Link to={`/artists/${track.artistId}`} className="underline-offset-4 hover:underline">{track.artist}</Link>
          {" · "}
          <Duration seconds={track.durationSeconds} />
        </p>
        <Button
          className="mt-4"
          icon={moves ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
          onClick={onPlay}
        >
          {moves ? "Pause" : "Play"}
        </Button>
      </div>
      <IconButton
        label="Close"
        size="small"
        icon={<X size={18} />}
        onClick={onClose}
        className="absolute top-2 right-2"
      />
    </section>
  );
}
