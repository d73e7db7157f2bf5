import type { Playlist } from "@contract/playlists.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Chip } from "../../ui/Chip.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChangePlaylist, usePlaylists } from "./api.ts";

/** Puts a list into a folder, a new one or one that is there; empty takes it out. */
export function FolderDialog({ list, onClose }: { list: Playlist; onClose(): void }) {
  const change = useChangePlaylist(list);
  const lists = usePlaylists().data?.playlists ?? [];
  const [folder, setFolder] = useState(list.folder ?? "");
  const known = [...new Set(lists.flatMap((one) => one.folder ?? []))];
  const save = () => change.mutate({ folder: folder.trim() }, { onSuccess: onClose });
  return (
    <FormDialog
      title="Move to folder"
      description="Only you see your folders."
      onClose={onClose}
      onSubmit={save}
      send="Save"
      of={change}
      busyLabel="Saving..."
    >
      {known.length > 0 && (
        <div role="group" aria-label="Your folders" className="flex flex-wrap gap-2">
          {known.map((name) => (
            <Chip
              key={name}
              label={name}
              selected={name === folder}
              onSelect={() => setFolder(name)}
            />
          ))}
        </div>
      )}
      <TextField
        data-autofocus
        label="Folder"
        hint="Leave it empty for no folder."
        maxLength={40}
        autoComplete="off"
        value={folder}
        error={change.isError ? failureText(change.error, "Failed to change playlist") : undefined}
        onChange={(event) => setFolder(event.target.value)}
      />
    </FormDialog>
  );
}
