import type { Track } from "@contract/catalogue.ts";
import { Fragment, lazy, type ReactNode, useMemo } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { TABLE_COLUMNS, TrackRow } from "../ui/TrackRow.tsx";
import { SELECTABLE, useSelecting } from "./selecting/use_selecting.ts";
import { useReveal } from "./use_reveal.ts";
import { useIsSaved, useUnavailable } from "./saving/use_unavailable.ts";
import { usePlaying } from "./playing.ts";
import { DownloadButton, ShareButton, type TrackActionsControl, useTrackActions } from "./TrackActions.tsx";

const SelectTracks = lazy(() =>
  import("./selecting/SelectTracks.tsx").then((module) => ({ default: module.SelectTracks }))
);

interface TrackRowsProps {
  /** Names the list. */
  label: string;
  tracks: readonly Track[];
  /** Where the queue was started, for the receipts. */
  source: string;
  /** Numbers the rows. */
  numbered?: boolean;
  /** Numbered, too; where there is room the artist has a column and the columns have headings. `buttons`: heart and menu. */
  asTable?: boolean;
  /** The place of a row and what is under it, where it is not the row's own number. */
  placeOf?(track: Track): { number: number; under: ReactNode } | undefined;
  /** The titles lead to the songs' own pages; a press on the cover plays. */
  linked?: boolean;
  /** Words of this list about a track, after its artist, such as who added it. */
  noteOf?(track: Track): string | undefined;
  /** The buttons at the end of a row, behind Share; a download button by default. */
  buttons?(track: Track, actions: TrackActionsControl): ReactNode;
  /** An `<li>` after the row at `index`, or nothing; asked only where more rows follow. */
  between?(index: number): ReactNode;
}

/** Tracks as rows. A press plays the row's track, with the list as its queue. */
export function TrackRows(props: TrackRowsProps) {
  const { label, tracks, source, asTable = false, numbered = asTable, linked = false } = props;
  const { noteOf, placeOf, buttons = downloadOnly, between } = props;
  const { trackId, isPlaying } = usePlaying();
  const unavailableOf = useUnavailable(trackId);
  const isSaved = useIsSaved();
  const { firstId, select, done, list } = useSelecting();
  const actions = { ...useTrackActions(), select };
  const rowOf = (track: Track, index: number) => {
    const [place, note] = [placeOf?.(track), noteOf?.(track)];
    return (
      <Fragment key={track._id}>
        <TrackRow
          track={track}
          number={place?.number ?? (numbered ? index + 1 : undefined)}
          underNumber={place?.under}
          hasColumns={asTable}
          isCurrent={track._id === trackId}
          isPlaying={isPlaying}
          onToggle={() => actions.play(tracks, { index, source })}
          underTitle={note}
          to={linked ? `/track/${track._id}` : undefined}
          unavailable={unavailableOf(track)}
          isSaved={isSaved(track._id)}
          detail={<Detail track={track} note={note} />}
          actions={
            <span className={`flex shrink-0 max-sm:*:w-9 ${asTable ? "@min-[38rem]:*:w-15" : ""}`}>
              <ShareButton track={track} actions={actions} />
              {buttons(track, actions)}
            </span>
          }
        />
        {index < tracks.length - 1 && between?.(index)}
      </Fragment>
    );
  };
  const rows = (
    <div className={asTable ? "@container" : undefined}>
      {asTable && <Headings />}
      <ul role="list" aria-label={label} {...list} className={`${SELECTABLE} -mx-2`}>
        <Rows tracks={tracks} rowOf={rowOf} />
      </ul>
    </div>
  );
  return (
    <>
      {firstId === undefined ? rows : (
        <Deferred fallback={rows}>
          <SelectTracks label={label} tracks={tracks} firstId={firstId} onDone={done} />
        </Deferred>
      )}
      {actions.dialogs}
    </>
  );
}

/** Behind the artist: the words of the list, on a phone in a line of their own, else the genre. */
function Detail({ track, note }: { track: Track; note: string | undefined }) {
  if (!note) return <span className="capitalize max-sm:hidden">{` · ${track.genre}`}</span>;
  return (
    <bdi className="max-sm:block max-sm:truncate max-sm:text-xs">
      <span className="max-sm:hidden">&nbsp;·&nbsp;</span>
      {note}
    </bdi>
  );
}

/** Of the columns, for the eye: each row says its own to who hears it. */
function Headings() {
  return (
    <div
      aria-hidden="true"
      className="-mx-2 mb-1 hidden h-9 items-center gap-2 border-b border-line pr-1 text-xs font-medium text-ink-soft @min-[38rem]:flex"
    >
      <span className="w-8 text-right">#</span>
      <span className="flex-1 pl-2">Title</span>
      <span className={TABLE_COLUMNS.artist}>Artist</span>
      <span className={TABLE_COLUMNS.duration}>Duration</span>
      <span className="flex shrink-0 text-center *:w-15">
        <span>Share</span>
        <span>Favourite</span>
        <span>More</span>
      </span>
    </div>
  );
}

/** So many rows of a list lie in one part. */
const PART = 20;
/** A part out of sight costs a press nothing, however many there are: else a browser looks at each of its rows. */
const PART_STYLE = "[contain-intrinsic-size:auto_80rem] [content-visibility:auto]";

/**
 * As many rows as have come near, in parts. When more come, those that are there stay as they are: only the new ones are
 * made. The parts are nothing to who reads with a screen reader: it is one list.
 */
function Rows({ tracks, rowOf }: { tracks: readonly Track[]; rowOf(track: Track, index: number): ReactNode }) {
  const { shown, end } = useReveal(tracks.length);
  const made = useMemo<{ rows: number; parts: ReactNode[] }>(() => ({ rows: 0, parts: [] }), [rowOf]);
  const wanted = Math.min(shown, tracks.length);
  while (made.rows < wanted) {
    const from = made.rows;
    const rows = tracks.slice(from, Math.min(from + PART, wanted)).map((track, index) => rowOf(track, from + index));
    made.parts.push(
      <li key={from} role="none" className={PART_STYLE}>
        <ul role="none">{rows}</ul>
      </li>,
    );
    made.rows += rows.length;
  }
  return (
    <>
      {/* A copy: React takes the same array for unchanged. */}
      {made.parts.slice()}
      {shown < tracks.length && <li ref={end} aria-hidden="true" className="h-16" />}
    </>
  );
}

function downloadOnly(track: Track, actions: TrackActionsControl): ReactNode {
  return <DownloadButton track={track} actions={actions} />;
}
