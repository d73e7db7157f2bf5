import { FileMusic } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { AUDIO_ACCEPT } from "@contract/file_formats.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Fold } from "../ui/Fold.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { classNames } from "../ui/class_names.ts";
import { CoverPicker } from "./CoverPicker.tsx";
import { EarlyAccessField } from "./EarlyAccessField.tsx";
import { SongFields, UploadRow } from "./UploadRow.tsx";
import { GENRE_OPTIONS } from "./genres.ts";
import type { Upload } from "./use_upload.ts";

interface UploadFormProps {
  upload: Upload;
  /** The message when all is sent. */
  success: string;
  titleLabel?: string;
  artistLabel?: string;
}

/** The recordings, what they are called, and how far they are. */
export function UploadForm({ upload, success, titleLabel = "Title", artistLabel = "Artist" }: UploadFormProps) {
  const { state: { songs, stage, failure, isOpening }, queue } = upload;
  const [title, setTitle] = useState("");
  const isPublishing = stage === "uploading";
  const isDone = stage === "success";
  const choose = (files: readonly File[]) => {
    void queue.add(files, title);
    setTitle("");
  };
  return (
    <Form
      className="max-w-3xl gap-6"
      onSubmit={() => {
        void queue.publish();
      }}
    >
      <AudioPicker
        count={songs.length}
        disabled={isPublishing || isOpening}
        onChoose={choose}
      />
      {songs.length === 0 && <SongFields label={titleLabel} title={title} disabled={isOpening} onTitle={setTitle} />}
      <Recordings upload={upload} label={titleLabel} />
      <Details upload={upload} disabled={isPublishing || isDone} artistLabel={artistLabel} />
      {failure && <Banner tone="error">{failure}</Banner>}
      {isDone && <Banner tone="success">{success}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="large"
          disabled={songs.length === 0 || songs.some(({ status }) => status === "reading") || isDone}
          busy={isPublishing}
          busyLabel="Uploading..."
        >
          Upload Track
        </Button>
        {isPublishing && <Button size="large" variant="quiet" onClick={() => queue.cancel()}>Cancel</Button>}
      </div>
    </Form>
  );
}

function Recordings({ upload: { state, queue }, label }: { upload: Upload; label: string }) {
  const { songs, stage, isWaiting, isKept } = state;
  if (songs.length === 0) return null;
  const isMoving = songs.some(({ status }) => status === "waiting" || status === "sending");
  return (
    <section aria-label="Recordings" className="flex flex-col gap-3">
      {isMoving && (
        <p className="text-sm text-ink-soft">
          {isKept
            ? "You can close Orin: your recordings continue when you open it again."
            : "Keep this page open until your recordings have arrived."}
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {songs.map((song, index) => (
          <UploadRow
            key={song.key}
            {...{ song, index, label, isWaiting, queue }}
            isAlbum={songs.length > 1}
            isFixed={stage === "uploading" || stage === "success"}
          />
        ))}
      </ol>
      {songs.length > 1 && stage === "uploading" && (
        <p className="text-sm text-ink-soft">
          The album comes out once all its songs have arrived and passed the check.
        </p>
      )}
    </section>
  );
}

interface DetailsProps {
  upload: Upload;
  disabled: boolean;
  artistLabel: string;
}

function Details({ upload: { state: { songs, shared }, queue }, disabled, artistLabel }: DetailsProps) {
  return (
    <Card>
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">Name and artist</legend>
        <CoverPicker
          label="Cover image"
          required
          seed={shared.artist || "cover"}
          file={shared.cover}
          onFile={(cover) => queue.share({ cover })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={artistLabel}
            required
            maxLength={120}
            value={shared.artist}
            onChange={(event) => queue.share({ artist: event.target.value })}
          />
          <Select
            label="Genre"
            required
            placeholder="Select a genre"
            options={GENRE_OPTIONS}
            value={shared.genre}
            onChange={(event) => queue.share({ genre: event.target.value })}
          />
        </div>
        {songs.length > 1 && (
          <TextField
            label="Album"
            hint="The songs appear on it in this order."
            maxLength={200}
            value={shared.album}
            onChange={(event) => queue.share({ album: event.target.value })}
          />
        )}
        <Checkbox
          label="Let listeners download it"
          hint="You can change this later."
          checked={shared.downloadable}
          onChange={(event) => queue.share({ downloadable: event.target.checked })}
        />
        <Fold title="More options">
          <EarlyAccessField value={shared.earlyUntil} onChange={(earlyUntil) => queue.share({ earlyUntil })} />
        </Fold>
      </fieldset>
    </Card>
  );
}

interface AudioPickerProps {
  /** How many are chosen already. */
  count: number;
  disabled: boolean;
  onChoose(files: readonly File[]): void;
}

/** Where recordings are chosen, or dropped. */
function AudioPicker({ count, disabled, onChoose }: AudioPickerProps) {
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
