import { uploadTrackForArtist } from "@contract/calls/catalogue.ts";
import { deleteTrack, takeDownLyrics } from "@contract/calls/uploads.ts";
import { type AdminTrack, TRACK_SORTS, type TrackSort } from "@contract/admin_tracks.ts";
import { GENRES } from "@contract/catalogue.ts";
import { EyeOff, History, MicOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { usePassing } from "../../lib/use_passing.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Badge } from "../parts/Badge.tsx";
import type { Column } from "../parts/DataTable.tsx";
import { ListScreen } from "../parts/ListScreen.tsx";
import { useListAddress } from "../parts/use_list_address.ts";
import type { Notice } from "../parts/notice.ts";
import { moderationAt } from "../shell/work_address.ts";
import { May } from "../shell/May.tsx";
import { exportTracks, useAllTracks, useDeleteTrack } from "./api.ts";
import { TakeLyricsDown } from "./TakeLyricsDown.tsx";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";

/** `/alltrack`: every track, in every state. */
export function AllTracks() {
  const address = useListAddress(TRACK_SORTS, { sort: "uploaded", order: "desc" }, ["genre", "state", "from", "to"]);
  const tracks = useAllTracks(address.list);
  const [doomed, setDoomed] = useState<AdminTrack>();
  const [sung, setSung] = useState<AdminTrack>();
  const [notice, say] = usePassing<Notice>();
  return (
    <>
      <ListScreen
        title="Tracks"
        actions={
          <May call={uploadTrackForArtist}>
            <ButtonLink to="/upload-song">Upload Song</ButtonLink>
          </May>
        }
        notice={notice}
        query={tracks}
        rows={tracks.data?.pages.flat()}
        loading="Loading tracks..."
        failure="Failed to load tracks"
        empty={address.list.q === ""
          ? { title: "No tracks found. Upload some music to get started!" }
          : { title: "No tracks found", text: "Try another title or artist." }}
        table={{
          label: "Tracks",
          columns: columnsWith({ onDelete: setDoomed, onLyrics: setSung }),
          keyOf: ({ _id }) => _id,
        }}
        narrowing={{
          ...{ address, fields: FIELDS, action: "Show tracks", search: "Search by title or artist..." },
          exporting: { save: exportTracks },
        }}
      />
      {doomed && <DeleteTrack track={doomed} onClose={() => setDoomed(undefined)} onSaid={say} />}
      {sung && <TakeLyricsDown track={sung} onClose={() => setSung(undefined)} onSaid={say} />}
    </>
  );
}

const FIELDS = [
  {
    name: "genre",
    label: "Genre",
    choice: {
      none: "All genres",
      options: GENRES.map((genre) => ({ value: genre, label: genre.replace(/^./, (letter) => letter.toUpperCase()) })),
    },
  },
  {
    name: "state",
    label: "State",
    choice: {
      none: "All states",
      options: [
        { value: "ready", label: "Ready" },
        { value: "processing", label: "Processing" },
        { value: "failed", label: "Failed" },
      ],
    },
  },
  { name: "from", label: "Uploaded from" },
  { name: "to", label: "Uploaded until" },
] as const;

const uploaded = new Intl.DateTimeFormat("en-US", {
  timeZone: "Africa/Lagos",
  month: "short",
  day: "numeric",
  year: "numeric",
});

interface RowActions {
  onDelete(track: AdminTrack): void;
  onLyrics(track: AdminTrack): void;
}

function columnsWith({ onDelete, onLyrics }: RowActions): readonly Column<AdminTrack, TrackSort>[] {
  return [
    { label: "Track", sort: "title", onPhone: "title", cell: (track) => <Title track={track} /> },
    { label: "Artist", sort: "artist", cell: (track) => track.artist },
    { label: "Genre", sort: "genre", cell: (track) => <span className="capitalize">{track.genre}</span> },
    { label: "Duration", sort: "duration", cell: (track) => <span className="tabular-nums">{track.duration}</span> },
    { label: "Uploaded", sort: "uploaded", cell: (track) => uploaded.format(new Date(track.createdAt)) },
    {
      label: "Actions",
      onPhone: "end",
      cell: (track) => (
        <div className="flex items-center gap-0.5 md:-my-1 md:-ml-2">
          <May call={deleteTrack}>
            <IconButton
              size="small"
              label={`Delete ${track.title}`}
              icon={<Trash2 size={17} />}
              onClick={() => onDelete(track)}
            />
          </May>
          {track.hasLyrics && (
            <May call={takeDownLyrics}>
              <IconButton
                size="small"
                label={`Remove the lyrics of ${track.title}`}
                icon={<MicOff size={17} />}
                onClick={() => onLyrics(track)}
              />
            </May>
          )}
          <Link
            to={moderationAt({ kind: "song", subjectId: track._id })}
            aria-label={`Decide about ${track.title}`}
            title="Hide or show"
            className="inline-grid size-[36px] place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink"
          >
            <EyeOff size={17} aria-hidden="true" />
          </Link>
          <Link
            to={`/audit?subject=${encodeURIComponent(`track:${track._id}`)}`}
            aria-label={`Timeline of ${track.title}`}
            title="Timeline"
            className="inline-grid size-[36px] place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink"
          >
            <History size={17} aria-hidden="true" />
          </Link>
        </div>
      ),
    },
  ];
}

function Title({ track }: { track: AdminTrack }) {
  return (
    <div className="flex items-center gap-3">
      <Cover src={track.coverImageUrl} seed={track._id} size={32} placeholder={track.placeholder} />
      <span className="min-w-0 truncate font-semibold">{track.title}</span>
      {track.state !== "ready" && <Badge tone={track.state === "failed" ? "bad" : "plain"}>{track.state}</Badge>}
      {track.holds && track.holds.length > 0 && <Badge tone="bad">{track.holds.join(", ")}</Badge>}
    </div>
  );
}

interface DeleteTrackProps {
  track: AdminTrack;
  onClose(): void;
  onSaid(message: Notice): void;
}

/** Asks in the documented words; the result is shown above the table. */
function DeleteTrack({ track, onClose, onSaid }: DeleteTrackProps) {
  const remove = useDeleteTrack();
  const confirm = () =>
    remove.mutate(track._id, {
      onSuccess: () => onSaid({ tone: "success", text: "Track deleted successfully" }),
      onError: (error) => onSaid({ tone: "error", text: failureText(error, "Failed to delete track") }),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${track.title}?`}
      message="Are you sure you want to delete this track? This action cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
