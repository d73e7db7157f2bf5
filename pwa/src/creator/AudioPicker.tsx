import { FileMusic } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { plural } from "../lib/format.ts";
import { classNames } from "../ui/class_names.ts";
import type { Song } from "./use_upload.ts";

interface AudioPickerProps {
  songs: readonly Song[];
  disabled: boolean;
  onChoose(files: readonly File[]): void;
}

/** Where recordings are chosen, or dropped. */
export function AudioPicker({ songs, disabled, onChoose }: AudioPickerProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const choose = (files: FileList | null) => {
    const chosen = [...files ?? []];
    if (chosen.length > 0 && !disabled) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "flex cursor-pointer flex-col items-center gap-2 rounded-xl border-2 border-dashed p-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        isOver ? "border-primary bg-primary/10" : "border-line-strong hover:bg-ink/4",
        disabled && "pointer-events-none opacity-60",
      )}
    >
      <FileMusic aria-hidden="true" size={32} className="text-accent" />
      <span className="font-semibold">Audio file</span>
      <span className="max-w-full truncate text-sm text-ink-soft">
        {songs.length === 0
          ? "Choose a song, or several as an album"
          : songs.length === 1
          ? songs[0]?.file.name
          : plural(songs.length, "file")}
      </span>
      <input
        id={id}
        type="file"
        accept="audio/*,.flac,.ogg,.m4a"
        multiple
        disabled={disabled}
        className="sr-only"
        onChange={(event) => choose(event.currentTarget.files)}
      />
    </label>
  );
}
