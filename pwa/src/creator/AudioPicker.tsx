import { AUDIO_ACCEPT } from "@contract/file_formats.ts";
import { FileMusic } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { classNames } from "../ui/class_names.ts";

interface AudioPickerProps {
  /** How many are chosen already. */
  count: number;
  disabled: boolean;
  onChoose(files: readonly File[]): void;
}

/** Where recordings are chosen, or dropped. */
export function AudioPicker({ count, disabled, onChoose }: AudioPickerProps) {
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
        count === 0 ? "p-8" : "p-4",
        "flex cursor-pointer flex-col items-center gap-2 rounded-xl border-2 border-dashed text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        isOver ? "border-primary bg-primary/10" : "border-line-strong hover:bg-ink/4",
        disabled && "pointer-events-none opacity-60",
      )}
    >
      <FileMusic aria-hidden="true" size={32} className="text-accent" />
      <span className="font-semibold">Audio file</span>
      <span className="max-w-full text-sm text-ink-soft">
        {count === 0 ? "Choose a song, or several as an album" : "Add another song"}
      </span>
      <input
        id={id}
        type="file"
        accept={AUDIO_ACCEPT}
        multiple
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          choose(event.currentTarget.files);
          // The same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
