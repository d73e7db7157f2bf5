import type { Track } from "@contract/catalogue.ts";
import type { ReactNode } from "react";
import { useOnline } from "../lib/connection.ts";
import { TRACK_GRID, TrackCard } from "../ui/TrackCard.tsx";
import { togglePlay, usePlaying } from "./playing.ts";
import { ShareButton, type TrackActionsControl, useTrackActions } from "./TrackActions.tsx";
import { TrackMenu } from "./TrackMenu.tsx";

/** The covers of the first screenful are fetched at once. */
const FIRST_COVERS = 4;

export interface TrackGridProps {
  /** Names the list. */
  label: string;
  tracks: readonly Track[];
  /** Where the queue was started, for the receipts. */
  source: string;
  /** Another menu than the usual one. */
  menu?(track: Track, actions: TrackActionsControl): ReactNode;
}

/** Tracks as a grid of cards. A press plays the card's track, with the list as its queue. */
export function TrackGrid({ label, tracks, source, menu = usualMenu }: TrackGridProps) {
  const isOnline = useOnline();
  const { trackId, isPlaying } = usePlaying();
  const actions = useTrackActions();
  return (
    <>
      <ul aria-label={label} className={TRACK_GRID}>
        {tracks.map((track, index) => (
          <TrackCard
            key={track._id}
            track={track}
            isCurrent={track._id === trackId}
            isPlaying={isPlaying}
            onToggle={() => void togglePlay(tracks, { index, source })}
            unavailable={isOnline || track._id === trackId ? undefined : "Not saved for offline"}
            priority={index < FIRST_COVERS}
            corner={<ShareButton track={track} actions={actions} />}
            actions={menu(track, actions)}
          />
        ))}
      </ul>
      {actions.dialogs}
    </>
  );
}

function usualMenu(track: Track, actions: TrackActionsControl): ReactNode {
  return <TrackMenu track={track} actions={actions} />;
}
