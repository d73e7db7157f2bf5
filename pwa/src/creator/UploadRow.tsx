import { ArrowUp, CircleAlert, CircleCheck, Pause, Play, RefreshCw, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { AUDIO_ACCEPT } from "@contract/file_formats.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import { Fold } from "../ui/Fold.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Progress } from "../ui/Progress.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { TextField } from "../ui/TextField.tsx";
import { LyricsFields } from "./LyricsFields.tsx";
import { QualityCard } from "./QualityCard.tsx";
import { ADD_THEM } from "./uploads/form.ts";
import type { Song } from "./uploads/model.ts";
import type { UploadQueue } from "./uploads/queue.ts";

interface UploadRowProps {
  song: Song;
  index: number;
  /** Several songs are an album, whose order the artist chooses. */
  isAlbum: boolean;
  /** Of the title's field. */
  label: string;
  /** Words and order stay as they are while the songs are published. */
  isFixed: boolean;
  /** The service does not answer at the moment. */
  isWaiting: boolean;
  queue: UploadQueue;
}

/** One recording: what it is called, how far it has come, what Orin heard in it, and what can be done with it. */
export function UploadRow({ song, index, isAlbum, label, isFixed, isWaiting, queue }: UploadRowProps) {
  const { key, title, name, status } = song;
  const called = title || name;
  const number = isAlbum ? ` ${index + 1}` : "";
  const isDone = isFixed || status === "sent" || song.trackId !== undefined;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line p-3 sm:p-4">
      <SongFields
        {...{ label, number, title }}
        duration={song.duration}
        disabled={isDone}
        onTitle={(next) => queue.rename(key, next)}
      />
      <Standing song={song} isWaiting={isWaiting} />
      {song.report && status !== "sent" && <QualityCard report={song.report} of={called} />}
      {queue.takesLyrics && status !== "sent" && (
        <SongLyrics song={song} of={isAlbum ? `song ${index + 1}` : undefined} isFixed={isDone} queue={queue} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-1">
        <span className="min-w-0 flex-1 basis-full truncate text-xs text-ink-faint sm:basis-32" title={name}>
          <bdi>{name}</bdi>
        </span>
        <Actions song={song} called={called} queue={queue} />
        {isAlbum && !isFixed && (
          <IconButton
            label={`Move ${called} up`}
            icon={<ArrowUp size={18} />}
            disabled={index === 0}
            onClick={() => queue.move(index)}
          />
        )}
      </div>
    </li>
  );
}

interface SongLyricsProps {
  song: Song;
  /** Which one of several. */
  of: string | undefined;
  isFixed: boolean;
  queue: UploadQueue;
}

/** They are sent once the song is there. */
function SongLyrics({ song: { key, lyrics }, of, isFixed, queue }: SongLyricsProps) {
  return (
    <Fold title={of === undefined ? "Lyrics" : `Lyrics of ${of}`}>
      <fieldset disabled={isFixed} className="min-w-0">
        <LyricsFields
          lyrics={lyrics}
          {...(of === undefined ? {} : { of })}
          onChange={(changes) => queue.changeLyrics(key, changes)}
        />
      </fieldset>
    </Fold>
  );
}

function Actions(
  { song: { key, status, trackId }, called, queue }: { song: Song; called: string; queue: UploadQueue },
) {
  if (status === "sent" || status === "publishing" || trackId !== undefined) return null;
  return (
    <>
      {(status === "sending" || status === "waiting") && (
        <IconButton
          label={`Pause ${called}`}
          icon={<Pause size={18} />}
          onClick={() => queue.pause(key)}
        />
      )}
      {status === "paused" && (
        <IconButton
          label={`Continue with ${called}`}
          icon={<Play size={18} />}
          onClick={() => void queue.retry(key)}
        />
      )}
      {(status === "failed" || status === "refused") && (
        <IconButton
          label={`Try ${called} again`}
          icon={<RotateCcw size={18} />}
          onClick={() => void queue.retry(key)}
        />
      )}
      <ReplaceButton label={`Replace ${called}`} onFile={(file) => void queue.replace(key, file)} />
      <IconButton label={`Remove ${called}`} icon={<Trash2 size={18} />} onClick={() => void queue.remove(key)} />
    </>
  );
}

/** A file input that looks like the buttons beside it. */
function ReplaceButton({ label, onFile }: { label: string; onFile(file: File): void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      title={label}
      className="inline-grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-full text-ink-soft transition hover:bg-ink/8 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <RefreshCw size={18} aria-hidden="true" />
      <span className="sr-only">{label}</span>
      <input
        id={id}
        type="file"
        accept={AUDIO_ACCEPT}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** Where the recording is, in words, with the share that has arrived. */
function Standing({ song, isWaiting }: { song: Song; isWaiting: boolean }) {
  switch (song.status) {
    case "reading":
      return <Note icon={<Spinner size={14} />}>Reading the file...</Note>;
    case "waiting":
    case "sending":
    case "paused":
      return <Sending song={song} isWaiting={isWaiting} />;
    case "checking":
      return <Note icon={<Spinner size={14} />}>Arrived. Orin listens to it...</Note>;
    case "checked":
      return (
        <Note tone="text-success" icon={<CircleCheck size={14} />}>
          {song.trackId === undefined ? "Arrived and checked" : "Uploaded. Its lyrics follow"}
        </Note>
      );
    case "publishing":
      return <Note icon={<Spinner size={14} />}>Becomes a song...</Note>;
    case "sent":
      return (
        <>
          <Note tone="text-success" icon={<CircleCheck size={14} />}>Uploaded</Note>
          {song.lyricsFailure !== undefined && (
            <div role="alert">
              <Note tone="text-danger" icon={<CircleAlert size={14} />}>{song.lyricsFailure} {ADD_THEM}</Note>
            </div>
          )}
        </>
      );
    case "refused":
    case "failed":
      return <Note tone="text-danger" icon={<CircleAlert size={14} />}>{song.failure}</Note>;
    default:
      return song.status satisfies never;
  }
}

function Note({ icon, tone = "text-ink-soft", children }: { icon: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <p className={`flex items-start gap-2 text-sm ${tone}`}>
      <span aria-hidden="true" className="mt-0.5 shrink-0">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function Sending({ song: { status, sentBytes, bytes, title, name }, isWaiting }: { song: Song; isWaiting: boolean }) {
  const percent = bytes > 0 ? Math.floor(sentBytes / bytes * 100) : 0;
  const share = `${percent}% sent`;
  const words = status === "paused"
    ? `Paused at ${percent}%`
    : isWaiting
    ? `No connection. Continues by itself from ${percent}%`
    : status === "waiting"
    ? sentBytes > 0 ? `Waits for its turn at ${percent}%` : "Waits for its turn"
    : share;
  return (
    <div>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
        <span>{words}</span>
        <span className="tabular-nums">{formatBytes(sentBytes)} of {formatBytes(bytes)}</span>
      </p>
      <Progress label={`Upload of ${title || name}`} value={percent} max={100} text={words} />
    </div>
  );
}

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
