import type { OwnTrack } from "@contract/uploads.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { myTracksQuery, songFiguresQuery } from "../data/creator.ts";
import { useMay } from "../lib/acting.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { classNames } from "../ui/class_names.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { DeleteTrack } from "./DeleteTrack.tsx";
import { Duplicates } from "./Duplicates.tsx";
import { OwnTrackRow, useOwnPlayer } from "./OwnTrackRow.tsx";
import { SelectedSongs } from "./SelectedSongs.tsx";
import { type Figures, SONG_SORTS, type SongSort, songsShown } from "./song_list.ts";
import { FigureHeads } from "./SongFigures.tsx";

/** `/cs-music-list`: one's own tracks, in every state. One plays at a time. */
export function MusicList() {
  const [isOwn, mayEdit] = [useMay("owner"), useMay("edit")];
  return (
    <>
      <PageHeader
        title="Music List"
        subtitle={isOwn ? "Your songs, and how they are doing." : "The songs of the artist you work for."}
      >
        {mayEdit && <ButtonLink to="/cs-upload">Upload Music</ButtonLink>}
      </PageHeader>
      {mayEdit && <Duplicates />}
      <States />
    </>
  );
}

function States() {
  const tracks = useQuery(myTracksQuery);
  const savedAt = useSavedAt(tracks);
  if (tracks.data) {
    return (
      <>
        {savedAt !== undefined && <SavedNote what="list" savedAt={savedAt} />}
        <List tracks={tracks.data} />
      </>
    );
  }
  return <LoadState query={tracks} label="Loading your tracks..." failure="Failed to load tracks" />;
}

function List({ tracks }: { tracks: readonly OwnTrack[] }) {
  const figures = useQuery(songFiguresQuery).data ?? {};
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<SongSort>("newest");
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const [doomed, setDoomed] = useState<OwnTrack>();
  const [mayEdit, mayDelete] = [useMay("edit"), useMay("manage")];
  if (tracks.length === 0) {
    return (
      <EmptyState
        title="No songs yet"
        text="Upload your first song. It takes a minute, and then everyone can hear it."
        action={mayEdit && <ButtonLink to="/cs-upload">Upload Music</ButtonLink>}
      />
    );
  }
  const shown = songsShown(tracks, { search, sort, figures });
  const flip = (id: string) =>
    setSelected((before) => (before ?? new Set<string>()).symmetricDifference(new Set([id])));
  return (
    <>
      <Tools
        {...{ search, sort }}
        onSearch={setSearch}
        onSort={setSort}
        isSelecting={selected !== undefined}
        onSelecting={mayEdit ? () => setSelected(selected ? undefined : new Set()) : undefined}
      />
      {selected && (
        <SelectedSongs
          shown={shown}
          selected={tracks.filter(({ _id }) => selected.has(_id))}
          onSelect={(ids) => setSelected(new Set(ids))}
          onDone={() => setSelected(undefined)}
        />
      )}
      <div className={classNames("mb-1 flex justify-end", selected ? "pr-10" : mayDelete ? "pr-12" : "-mr-1")}>
        <FigureHeads />
      </div>
      {shown.length === 0
        ? <EmptyState title="No song found" text={`Nothing of yours is called “${search.trim()}”.`} />
        : (
          <Rows
            {...{ shown, figures, selected }}
            onFlip={flip}
            onDelete={mayDelete ? setDoomed : undefined}
          />
        )}
      <p className="mt-4 text-xs text-ink-faint">
        Since each song came out. Earned: gifts for the song that you kept, and royalties of closed months before tax.
      </p>
      {doomed && <DeleteTrack track={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

interface ToolsProps {
  search: string;
  sort: SongSort;
  isSelecting: boolean;
  onSearch(search: string): void;
  onSort(sort: SongSort): void;
  /** Left out where a member of the team may not. */
  onSelecting: (() => void) | undefined;
}

function Tools({ search, sort, isSelecting, onSearch, onSort, onSelecting }: ToolsProps) {
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-48">
        <TextField
          type="search"
          label="Search your songs"
          hideLabel
          placeholder="Search your songs"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <div className="w-44 max-sm:min-w-32 max-sm:flex-1">
        <Select
          label="Order"
          hideLabel
          value={sort}
          options={SONG_SORTS}
          onChange={(event) => onSort(event.target.value as SongSort)}
        />
      </div>
      {onSelecting && (
        <Button variant="quiet" onClick={onSelecting}>{isSelecting ? "Stop selecting" : "Select several"}</Button>
      )}
    </div>
  );
}

interface RowsProps {
  shown: readonly OwnTrack[];
  figures: Figures;
  selected: ReadonlySet<string> | undefined;
  onFlip(id: string): void;
  onDelete: ((track: OwnTrack) => void) | undefined;
}

function Rows({ shown, figures, selected, onFlip, onDelete }: RowsProps) {
  const { trackId, isPlaying, toggle } = useOwnPlayer();
  return (
    <ul aria-label="Your tracks" className="-mx-2 flex flex-col gap-1">
      {shown.map((track) => (
        <OwnTrackRow
          key={track._id}
          track={track}
          figure={figures[track._id]}
          selected={selected && { isSelected: selected.has(track._id), toggle: () => onFlip(track._id) }}
          isCurrent={track._id === trackId}
          isPlaying={isPlaying}
          onToggle={() => toggle(track)}
          onDelete={onDelete && (() => onDelete(track))}
        />
      ))}
    </ul>
  );
}
