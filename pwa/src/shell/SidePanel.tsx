import { X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { TrackCredits } from "../catalogue/track/TrackCredits.tsx";
import { Cover } from "../ui/Cover.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Segments } from "../ui/Segments.tsx";
import { usePlayingTrack } from "./playing_track.ts";
import { PlayingLyrics } from "./PlayingLyrics.tsx";
import { Queue } from "./Queue.tsx";
import { type Panel, showPanel } from "./side_panel.ts";

const CHOICES: readonly { value: Panel; label: string }[] = [
  { value: "queue", label: "Queue" },
  { value: "lyrics", label: "Lyrics" },
  { value: "song", label: "Song" },
];

/** Beside the page on wide screens: the queue, the lyrics, or the song that plays. The page makes room for it. */
export function SidePanel({ panel }: { panel: Panel }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.panel = "open";
    return () => void delete dataset.panel;
  }, []);
  const label = CHOICES.find(({ value }) => value === panel)?.label ?? "";
  return (
    <aside
      id="side-panel"
      aria-label={label}
      className="fixed inset-y-0 right-0 bottom-(--player) z-20 flex w-(--panel) animate-enter flex-col border-l border-line bg-surface"
    >
      <header className="flex items-center justify-between gap-2 px-4 py-2.5">
        <Segments<Panel> label="Beside the page" choices={CHOICES} value={panel} onChange={showPanel} />
        <IconButton label="Close the panel" icon={<X size={20} />} onClick={() => showPanel(undefined)} />
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label={`${label} of the player`}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 -outline-offset-2"
      >
        {panel === "queue" ? <Queue /> : panel === "lyrics" ? <PlayingLyrics /> : <PlayingSong />}
      </div>
    </aside>
  );
}

/** What plays, with its cover and credits. */
function PlayingSong() {
  const { track, albumId } = usePlayingTrack();
  if (!track) return null;
  return (
    <div className="flex flex-col gap-4 px-1">
      <Cover
        key={track._id}
        src={track.coverImageUrl}
        seed={track._id}
        size="19rem"
        placeholder={track.placeholder}
        className="aspect-square w-full rounded-xl shadow-lift"
      />
      <div>
        <p className="text-xl font-extrabold wrap-anywhere">
          <Link to={`/track/${track._id}`} className="hover:underline">{track.title}</Link>
        </p>
        <p className="text-ink-soft">
          <Link to={`/artists/${track.artistId}`} className="hover:underline">{track.artist}</Link>
        </p>
      </div>
      {track.createdAt !== "" && <TrackCredits track={track} albumId={albumId} />}
    </div>
  );
}
