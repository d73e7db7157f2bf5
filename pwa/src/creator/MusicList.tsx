import type { OwnTrack } from "@contract/uploads.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { myTracksQuery } from "../data/creator.ts";
import { useMay } from "../lib/acting.ts";
import { failureText } from "../lib/api_error.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { toast } from "../ui/toast.ts";
import { useDeleteTrack } from "./api.ts";
import { Duplicates } from "./Duplicates.tsx";
import { EditTrack } from "./EditTrack.tsx";
import { useOwnPlayer } from "./own_player.ts";
import { OwnTrackRow } from "./OwnTrackRow.tsx";

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
  const { trackId, isPlaying, toggle } = useOwnPlayer();
  const [edited, setEdited] = useState<OwnTrack>();
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
  return (
    <>
      <ul aria-label="Your tracks" className="-mx-2 flex flex-col gap-1">
        {tracks.map((track) => (
          <OwnTrackRow
            key={track._id}
            track={track}
            isCurrent={track._id === trackId}
            isPlaying={isPlaying}
            onToggle={() => toggle(track)}
            onEdit={mayEdit ? () => setEdited(track) : undefined}
            onDelete={mayDelete ? () => setDoomed(track) : undefined}
          />
        ))}
      </ul>
      {edited && <EditTrack track={edited} onClose={() => setEdited(undefined)} />}
      {doomed && <DeleteTrack track={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}

function DeleteTrack({ track, onClose }: { track: OwnTrack; onClose(): void }) {
  const remove = useDeleteTrack();
  const confirm = () =>
    remove.mutate(track._id, {
      onSuccess: () => {
        onClose();
        void toast("Track deleted successfully", "success");
      },
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
      error={remove.isError ? `Failed to delete track: ${failureText(remove.error, "please try again")}` : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
