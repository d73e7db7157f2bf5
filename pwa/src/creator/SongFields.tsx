import type { ReactNode } from "react";
import { ArrowUp, CircleAlert, CircleCheck } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { Song } from "./use_upload.ts";

interface SongFieldsProps {
  /** Of a title. */
  label: string;
  songs: readonly Song[];
  onRename(key: string, title: string): void;
  /** Moves the song at the index one up. */
  onMove(index: number): void;
}

/** Title and duration of each song; the duration is read from the file. */
export function SongFields({ label, songs, onRename, onMove }: SongFieldsProps) {
  const isAlbum = songs.length > 1;
  if (songs.length === 0) {
    return (
      <Row>
        <TextField label={label} value="" readOnly disabled />
        <TextField label="Duration" value="" readOnly disabled />
      </Row>
    );
  }
  return (
    <ol className="flex flex-col gap-4">
      {songs.map((song, index) => (
        <li key={song.key}>
          <div className="flex items-end gap-3">
            <Row>
              <TextField
                label={isAlbum ? `${label} ${index + 1}` : label}
                required
                maxLength={200}
                value={song.title}
                onChange={(event) => onRename(song.key, event.target.value)}
              />
              <TextField label={isAlbum ? `Duration ${index + 1}` : "Duration"} value={song.duration} readOnly />
            </Row>
            {isAlbum && (
              <IconButton
                label={`Move ${song.title || "song"} up`}
                icon={<ArrowUp size={18} />}
                disabled={index === 0}
                onClick={() => onMove(index)}
              />
            )}
          </div>
          <Status song={song} />
        </li>
      ))}
    </ol>
  );
}

/** A title and its length, one below the other where large letters need the room. */
function Row({ children: [title, duration] }: { children: readonly [ReactNode, ReactNode] }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-3">
      <div className="min-w-[min(100%,8rem)] flex-1">{title}</div>
      <div className="w-24 max-w-full">{duration}</div>
    </div>
  );
}

function Status({ song }: { song: Song }) {
  switch (song.status) {
    case "reading":
      return (
        <p className="mt-1 flex items-center gap-2 text-xs text-ink-soft">
          <Spinner size={12} /> Reading the file...
        </p>
      );
    case "sent":
      return (
        <p className="mt-1 flex items-center gap-2 text-xs text-success">
          <CircleCheck size={14} aria-hidden="true" /> Uploaded
        </p>
      );
    case "failed":
      return (
        <p className="mt-1 flex items-center gap-2 text-xs text-danger">
          <CircleAlert size={14} aria-hidden="true" /> {song.failure}
        </p>
      );
    default:
      return null;
  }
}
