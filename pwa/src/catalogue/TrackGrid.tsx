import type { Track } from "@contract/catalogue.ts";
import { Fragment, lazy, type ReactNode } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { classNames } from "../ui/class_names.ts";
import { TRACK_GRID, TrackCard } from "../ui/TrackCard.tsx";
import { useIsSaved, useUnavailable } from "./saving/use_unavailable.ts";
import { SELECTABLE, useSelecting } from "./selecting/use_selecting.ts";
import { usePlaying } from "./playing.ts";
import { ShareButton, type TrackActionsControl, useTrackActions } from "./TrackActions.tsx";
import { TrackMenu } from "./TrackMenu.tsx";

const SelectTracks = lazy(() =>
  import("./selecting/SelectTracks.tsx").then((module) => ({ default: module.SelectTracks }))
);
/** The covers of the first screenful are fetched immediately. */
const FIRST_COVERS = 4;

interface TrackGridProps {
  /** Names the list. */
  label: string;
  tracks: readonly Track[];
  /** Where the queue was started, for the receipts. */
  source: string;
  /** Another menu than the usual one. */
  menu?(track: Track, actions: TrackActionsControl): ReactNode;
  /**
   * What comes behind the card at `index`: an `<li>`, or nothing. Cards fill up the row before one that takes a row for
   * itself.
   */
  between?(index: number): ReactNode;
}

/** Tracks as a grid of cards. A press plays the card's track, with the list as its queue. */
export function TrackGrid(props: TrackGridProps) {
  const { label, tracks, source, menu = usualMenu, between } = props;
  const { trackId, isPlaying } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  const isSaved = useIsSaved();
  const { firstId, select, done, list } = useSelecting();
  const actions = { ...useTrackActions(), select };
  const cards = (
    <ul aria-label={label} {...list} className={classNames(SELECTABLE, TRACK_GRID, between && "grid-flow-dense")}>
      {tracks.map((track, index) => (
        <Fragment key={track._id}>
          <TrackCard
            track={track}
            isCurrent={track._id === trackId}
            isPlaying={isPlaying}
            onToggle={() => actions.play(tracks, { index, source })}
            unavailable={unavailableOf(track)}
            isSaved={isSaved(track._id)}
            priority={index < FIRST_COVERS}
            actions={
              <>
                <ShareButton track={track} actions={actions} />
                {menu(track, actions)}
              </>
            }
          />
          {between?.(index)}
        </Fragment>
      ))}
    </ul>
  );
  return (
    <>
      {firstId === undefined ? cards : (
        <Deferred fallback={cards}>
          <SelectTracks label={label} tracks={tracks} firstId={firstId} onDone={done} />
        </Deferred>
      )}
      {actions.dialogs}
    </>
  );
}

function usualMenu(track: Track, actions: TrackActionsControl): ReactNode {
  return <TrackMenu track={track} actions={actions} />;
}
