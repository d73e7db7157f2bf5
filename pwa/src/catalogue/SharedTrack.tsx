import type { Track } from "@contract/catalogue.ts";
import { useQuery } from "@tanstack/react-query";
import { Pause, Play, X } from "lucide-react";
import { Link } from "react-router-dom";
import { type TrackPages, trackQuery, tracksOf } from "../data/catalogue.ts";
import { ApiError } from "../lib/api_error.ts";
import { useEarlyAccess } from "../lib/early_access.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Duration } from "../ui/Duration.tsx";
import { EarlyAccessMark } from "../ui/EarlyAccessMark.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { togglePlay, usePlaying } from "./playing.ts";

interface SharedTrackProps {
  id: string;
  /** The list below, which plays on after it. */
  pages: TrackPages;
  onClose(): void;
}

/** The song that a shared link names, opened above the list. Sound waits for a press. */
export function SharedTrack({ id, pages, onClose }: SharedTrackProps) {
  const shared = useQuery(trackQuery(id));
  const listed = tracksOf(pages.data);
  // What is on the screen already needs no answer.
  const track = listed.find((one) => one._id === id) ?? shared.data?.track;
  if (track) {
    const queue = listed.includes(track) ? listed : [track, ...listed];
    return (
      <Opened
        track={track}
        onPlay={() => togglePlay(queue, { index: queue.indexOf(track), source: "share" })}
        onClose={onClose}
      />
    );
  }
  if (shared.isPending) return <div className="mb-6 h-42 animate-breathe rounded-xl bg-ink/6" />;
  const isGone = shared.error instanceof ApiError && [400, 404].includes(shared.error.status);
  return isGone
    ? <Banner tone="info" onClose={onClose} className="mb-6">This song is no longer on Orin.</Banner>
    : <Banner tone="error" onClose={onClose} className="mb-6">Failed to fetch tracks</Banner>;
}

function Opened({ track, onPlay, onClose }: { track: Track; onPlay(): void; onClose(): void }) {
  const { trackId, isPlaying } = usePlaying();
  const moves = trackId === track._id && isPlaying;
  const isClosed = useEarlyAccess(track)?.isClosed;
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
        <EarlyAccessMark track={track} />
        {isClosed ? <ButtonLink className="mt-4" to="/subscriptions">Go Premium</ButtonLink> : (
          <Button
            className="mt-4"
            icon={moves ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
            onClick={onPlay}
          >
            {moves ? "Pause" : "Play"}
          </Button>
        )}
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
