import { TextField } from "../ui/TextField.tsx";

interface SongFieldsProps {
  /** Of the title's field. */
  label: string;
  /** Which one of several, behind a space; else empty. */
  number?: string;
  title: string;
  /** As its file says. */
  duration?: string;
  disabled: boolean;
  onTitle(title: string): void;
}

/** What a song is called, and how long it is. */
export function SongFields({ label, number = "", title, duration, disabled, onTitle }: SongFieldsProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-[min(100%,8rem)] flex-1">
        <TextField
          label={`${label}${number}`}
          required
          maxLength={200}
          value={title}
          disabled={disabled}
          onChange={(event) => onTitle(event.target.value)}
        />
      </div>
      <div className="w-24 max-w-full">
        <TextField label={`Duration${number}`} value={duration ?? ""} placeholder="m:ss" readOnly />
      </div>
    </div>
  );
}
