import { AUDIO_ACCEPT } from "@contract/file_formats.ts";
import { MOST_SONGS, type Release, type ReleaseSong } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS } from "@contract/release_kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Plus, RotateCcw, Trash2, X } from "lucide-react";
import { useId, useState } from "react";
import type { OwnTrack } from "@contract/uploads.ts";
import { myTracksQuery } from "../../data/creator.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDuration } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Fold } from "../../ui/Fold.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Duplicates } from "../Duplicates.tsx";
import { LyricsForm } from "../LyricsForm.tsx";
import { QualityCard } from "../QualityCard.tsx";
import { ReplaceRecording } from "../ReplaceRecording.tsx";
import { TrackForm } from "../TrackForm.tsx";
import { ReadinessMark } from "./ReleaseMark.tsx";
import { useChangeRelease, useDeleteSong, useReleaseChanged } from "./api.ts";
import { type AddedSong, useAddSongs } from "./use_add_songs.ts";

/** The songs in their order; more can be added until it is out. */
export function SongsStep({ release }: { release: Release }) {
  const { id, songs, kind, status, genre } = release;
  const order = useChangeRelease(id);
  const adding = useAddSongs(release);
  const changed = useReleaseChanged(id);
  const [edited, setEdited] = useState("");
  const [doomed, setDoomed] = useState<ReleaseSong>();
  const ids = songs.map(({ trackId }) => trackId);
  const move = (index: number, by: 1 | -1) => {
    const [one = "", two = ""] = [ids[index], ids[index + by]];
    const trackIds = ids.with(index, two).with(index + by, one);
    order.mutate({ part: "/order", body: { trackIds, was: ids } });
  };
  const isFull = adding.count >= MOST_SONGS[kind];
  return (
    <>
      {songs.length > 0 && (
        <ol aria-label="Songs" className="mb-4 flex flex-col gap-2">
          {songs.map((song, index) => (
            <SongRow
              key={song.trackId}
              song={song}
              number={index + 1}
              isLast={index === songs.length - 1}
              isMoving={order.isPending}
              onMove={(by) => move(index, by)}
              onEdit={() => setEdited(song.trackId)}
              onDelete={() => setDoomed(song)}
            />
          ))}
        </ol>
      )}
      {order.isError && <Banner tone="error">{failureText(order.error, "The order was not saved")}</Banner>}
      <AddedSongs {...adding} />
      <Duplicates of={ids} onAnswered={() => void changed()} />
      {status === "published"
        ? <p className="text-sm text-ink-soft">It is out. To add a song, withdraw it first; nothing is lost by that.</p>
        : genre === ""
        ? <p className="text-sm text-ink-soft">Choose the genre in Details first; then you can add songs.</p>
        : isFull
        ? <p className="text-sm text-ink-soft">{RELEASE_KIND_WORDS[kind].label}: {MOST_SONGS[kind]} songs at most.</p>
        : <AddFiles most={MOST_SONGS[kind] - adding.count} onAdd={adding.add} />}
      {edited !== "" && <EditSong releaseId={id} trackId={edited} onClose={() => setEdited("")} />}
      {doomed && <DeleteSong releaseId={id} song={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

interface SongRowProps {
  song: ReleaseSong;
  number: number;
  isLast: boolean;
  isMoving: boolean;
  onMove(by: 1 | -1): void;
  onEdit(): void;
  onDelete(): void;
}

function SongRow({ song, number, isLast, isMoving, onMove, onEdit, onDelete }: SongRowProps) {
  const { title, durationSeconds, readiness, reason, report, featured } = song;
  const names = featured.filter(({ status }) => status === "accepted").map(({ name }) => name);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-xl border border-line bg-surface p-2 pl-4">
      <span className="w-5 shrink-0 text-sm text-ink-faint tabular-nums">{number}</span>
      <div className="min-w-0 flex-1 basis-40 py-1">
        <p className="line-clamp-2 font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          {names.length > 0 && (
            <span>
              feat. <bdi>{names.join(", ")}</bdi>
            </span>
          )}
          <span className="tabular-nums">{formatDuration(durationSeconds)}</span>
          <ReadinessMark readiness={readiness} />
        </p>
        {reason && <p className="text-sm text-danger">{reason}</p>}
      </div>
      <div className="flex max-sm:w-full max-sm:justify-end">
        <IconButton
          label={`Move ${title} up`}
          icon={<ArrowUp size={18} />}
          disabled={number === 1 || isMoving}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${title} down`}
          icon={<ArrowDown size={18} />}
          disabled={isLast || isMoving}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Edit ${title}`} icon={<Pencil size={18} />} onClick={onEdit} />
        <IconButton label={`Delete ${title}`} icon={<Trash2 size={18} />} onClick={onDelete} />
      </div>
      {report && (
        <div className="w-full">
          <QualityCard report={report} of={title} />
        </div>
      )}
    </li>
  );
}

function AddedSongs({ added, again, remove }: ReturnType<typeof useAddSongs>) {
  if (added.length === 0) return null;
  return (
    <ul aria-label="On their way" className="mb-4 flex flex-col gap-2">
      {added.map((song) => (
        <li key={song.key} className="rounded-xl border border-dashed border-line-strong p-2 pl-4">
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 truncate font-semibold">
              <bdi>{song.title}</bdi>
            </p>
            {song.status === "failed" && song.failure && (
              <IconButton
                label={`Try ${song.title} again`}
                icon={<RotateCcw size={18} />}
                onClick={() => again(song.key)}
              />
            )}
            <IconButton label={`Take ${song.title} out`} icon={<X size={18} />} onClick={() => remove(song)} />
          </div>
          <AddedState song={song} />
        </li>
      ))}
    </ul>
  );
}

function AddedState({ song: { status, share, failure, title } }: { song: AddedSong }) {
  if (status === "failed") return <p role="alert" className="pr-2 pb-1 text-sm text-danger">{failure}</p>;
  if (status === "waiting") return <p className="pb-1 text-sm text-ink-soft">Waiting for the one before</p>;
  return (
    <div className="flex items-center gap-3 pr-2 pb-1 text-sm text-ink-soft">
      <div className="flex-1">
        <Progress label={`Uploading ${title}`} max={1} value={share} />
      </div>
      {share < 1 ? `${Math.round(share * 100)} %` : "Checking the recording..."}
    </div>
  );
}

function AddFiles({ most, onAdd }: { most: number; onAdd(files: readonly File[]): void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xl border-2 border-dashed border-line-strong p-5 text-sm font-semibold hover:bg-ink/4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <Plus aria-hidden="true" size={18} className="text-accent" />
      {most === 1 ? "Add a song" : "Add songs"}
      <input
        id={id}
        type="file"
        accept={AUDIO_ACCEPT}
        multiple={most > 1}
        className="sr-only"
        onChange={(event) => {
          onAdd([...event.currentTarget.files ?? []].slice(0, most));
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** The dialog of the music list: title, artist, lyrics, another recording. */
function EditSong({ releaseId, trackId, onClose }: { releaseId: string; trackId: string; onClose(): void }) {
  const track = useQuery(myTracksQuery).data?.find(({ _id }) => _id === trackId);
  const changed = useReleaseChanged(releaseId);
  const close = () => {
    void changed();
    onClose();
  };
  return track ? <EditTrack track={track} onClose={close} /> : null;
}

function DeleteSong({ releaseId, song, onClose }: { releaseId: string; song: ReleaseSong; onClose(): void }) {
  const remove = useDeleteSong(releaseId);
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${song.title}?`}
      message="The recording leaves the release and is deleted. This cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.isError ? failureText(remove.error, "The song was not deleted") : undefined}
      onConfirm={() => remove.mutate(song.trackId, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

/** A song of a release in a dialog, beside the release's other songs; and what of it is saved on its own. */
function EditTrack({ track, onClose }: { track: OwnTrack; onClose(): void }) {
  return (
    <Dialog open title="Edit track" onClose={onClose}>
      <TrackForm track={track} inRelease onClose={onClose} />
      <div className="mt-5 flex flex-col gap-3">
        <ButtonLink variant="quiet" to={`/cs-split/${track._id}`}>Share what it earns</ButtonLink>
        <Fold title="Lyrics">
          <LyricsForm trackId={track._id} />
        </Fold>
        <Fold title="Replace the recording" open={track.replacement !== undefined}>
          <ReplaceRecording track={track} />
        </Fold>
      </div>
    </Dialog>
  );
}
