import type { Track } from "@contract/catalogue.ts";
import { Pause, Play, Shuffle } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { playShuffled, togglePlay, usePlaying } from "./playing.ts";

interface ListButtonsProps {
  tracks: readonly Track[];
  /** Where the queue was started, for the receipts. */
  source: string;
  /** What the round button is called. */
  playLabel?: string;
  className?: string;
  /** More of what can be done with the whole list, as icons. */
  children?: ReactNode;
}

/** For the head of every list: one round button plays it from the top, one mixes it; pressed again, it pauses. */
export function ListButtons({ tracks, source, playLabel = "Play All", className = "", children }: ListButtonsProps) {
  const { trackId, isPlaying } = usePlaying();
  const current = tracks.findIndex(({ _id }) => _id === trackId);
  const moves = current >= 0 && isPlaying;
  return (
    <div role="group" aria-label="The whole list" className={`flex flex-wrap items-center gap-1 ${className}`}>
      <IconButton
        look="solid"
        label={moves ? "Pause" : playLabel}
        icon={moves
          ? <Pause size={24} fill="currentColor" />
          : <Play size={24} fill="currentColor" className="ml-0.5" />}
        disabled={tracks.length === 0}
        onClick={() => void togglePlay(tracks, { index: Math.max(0, current), source })}
        className="mr-1 size-[56px]!"
      />
      <IconButton
        label="Shuffle"
        icon={<Shuffle size={20} />}
        disabled={tracks.length === 0}
        onClick={() => void playShuffled(tracks, source)}
      />
      {children}
    </div>
  );
}
