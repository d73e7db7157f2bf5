import { MOST_DESCRIPTION, type Playlist } from "@contract/playlists.ts";
import { useState } from "react";
import { failureText, refusedFields } from "../../lib/api_error.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useChangePlaylist } from "./api.ts";

/** An owner's description of a list, for all who may see it; empty removes it. */
export function DescriptionDialog({ list, onClose }: { list: Playlist; onClose(): void }) {
  const change = useChangePlaylist(list);
  const [description, setDescription] = useState(list.description ?? "");
  const left = MOST_DESCRIPTION - description.length;
  const save = () => change.mutate({ description: description.trim() }, { onSuccess: onClose });
  return (
    <FormDialog
      title="Description"
      description={list.isPublic
        ? "Everyone who opens the playlist can read it."
        : "Everyone who may open the playlist can read it."}
      onClose={onClose}
      onSubmit={save}
      send="Save"
      of={change}
      busyLabel="Saving..."
    >
      <TextArea
        data-autofocus
        label="Description"
        hint={`${left} of ${MOST_DESCRIPTION} characters left`}
        dir="auto"
        rows={4}
        maxLength={MOST_DESCRIPTION}
        value={description}
        error={change.isError ? descriptionFailure(change.error) : undefined}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}

function descriptionFailure(error: unknown): string {
  const about = refusedFields(error)["description"];
  return about ?? failureText(error, "Failed to change playlist");
}
