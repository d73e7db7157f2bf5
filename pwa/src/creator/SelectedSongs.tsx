import type { OwnTrack } from "@contract/uploads.ts";
import type { TracksEdit } from "@contract/requests/releases.ts";
import { type FormEvent, useState } from "react";
import { plural } from "../lib/format.ts";
import { Button } from "../ui/Button.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useEditTracks } from "./api.ts";
import { GENRE_OPTIONS, genreOf } from "./genres.ts";
import { linesIn } from "./lines_in.ts";

interface SelectedSongsProps {
  /** What the list shows now. */
  shown: readonly OwnTrack[];
  selected: readonly OwnTrack[];
  onSelect(ids: readonly string[]): void;
  onDone(): void;
}

/** What is done with several songs together. */
export function SelectedSongs({ shown, selected, onSelect, onDone }: SelectedSongsProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-ink/6 px-4 py-2 text-sm">
      <p role="status" className="flex-1 font-semibold">{plural(selected.length, "song")} selected</p>
      <Button variant="plain" size="small" onClick={() => onSelect(shown.map(({ _id }) => _id))}>
        Select all shown
      </Button>
      <Button size="small" disabled={selected.length === 0} onClick={() => setEditing(true)}>
        Change genre or credits
      </Button>
      {isEditing && <EditSongs tracks={selected} onClose={() => setEditing(false)} onDone={onDone} />}
    </div>
  );
}

const DOWNLOADS = [{ value: "yes", label: "Listeners may download them" }, {
  value: "no",
  label: "Nobody may download them",
}];

/** What is left as it is stays; names that are written here take the place of those that a song has. */
function EditSongs({ tracks, onClose, onDone }: { tracks: readonly OwnTrack[]; onClose(): void; onDone(): void }) {
  const [typed, setTyped] = useState<Typed>({ genre: "", downloads: "", writers: "", producers: "" });
  const type = (changes: Partial<Typed>) => setTyped({ ...typed, ...changes });
  const save = useEditTracks();
  const change = changeOf(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ trackIds: tracks.map(({ _id }) => _id), ...change }, {
      onSuccess: () => {
        void toast(`${plural(tracks.length, "song")} changed`, "success");
        onClose();
        onDone();
      },
    });
  };
  return (
    <FormDialog
      title={`Change ${plural(tracks.length, "song")}`}
      description="What you leave empty stays as it is. All of them change, or none."
      send="Save"
      disabled={Object.keys(change).length === 0}
      of={save}
      busyLabel="Saving..."
      failure="The songs were not changed"
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label="Genre"
        placeholder="Leave as it is"
        value={typed.genre}
        options={GENRE_OPTIONS}
        onChange={(event) => type({ genre: event.target.value })}
      />
      <Select
        label="Downloads"
        placeholder="Leave as it is"
        value={typed.downloads}
        options={DOWNLOADS}
        onChange={(event) => type({ downloads: event.target.value })}
      />
      {(["writers", "producers"] as const).map((kind) => (
        <TextArea
          key={kind}
          label={kind === "writers" ? "Writers" : "Producers"}
          hint={`One name a line. They take the place of the ${kind} that these songs have.`}
          rows={3}
          value={typed[kind]}
          onChange={(event) => type({ [kind]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}

interface Typed {
  readonly genre: string;
  readonly downloads: string;
  readonly writers: string;
  readonly producers: string;
}

function changeOf({ genre, downloads, writers, producers }: Typed): Omit<TracksEdit, "trackIds"> {
  const known = genreOf(genre);
  return {
    ...(known && { genre: known }),
    ...(downloads !== "" && { downloadable: downloads === "yes" }),
    ...(writers.trim() !== "" && { writers: linesIn(writers) }),
    ...(producers.trim() !== "" && { producers: linesIn(producers) }),
  };
}
