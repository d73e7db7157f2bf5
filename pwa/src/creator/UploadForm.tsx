import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Fold } from "../ui/Fold.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AudioPicker } from "./AudioPicker.tsx";
import { CoverPicker } from "./CoverPicker.tsx";
import { EarlyAccessField } from "./EarlyAccessField.tsx";
import { GENRE_OPTIONS } from "./genres.ts";
import { SongFields } from "./SongFields.tsx";
import { UploadProgress } from "./UploadProgress.tsx";
import type { useUpload } from "./use_upload.ts";

interface UploadFormProps {
  upload: ReturnType<typeof useUpload>;
  /** What is said when all is sent. */
  success: string;
  titleLabel?: string;
  artistLabel?: string;
}

/** The recordings, what they are called, and how the sending goes. */
export function UploadForm({ upload, success, ...labels }: UploadFormProps) {
  const { songs, state, failure } = upload;
  const isSending = state === "uploading";
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void upload.send();
      }}
    >
      <AudioPicker songs={songs} disabled={isSending} onChoose={(files) => void upload.choose(files)} />
      <Details upload={upload} disabled={isSending || state === "success"} {...labels} />
      {failure && <Banner tone="error">{failure}</Banner>}
      {state === "success" && <Banner tone="success">{success}</Banner>}
      {isSending && <UploadProgress songs={songs} progress={upload.progress} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="large"
          disabled={songs.length === 0 || songs.some((song) => song.status === "reading") || state === "success"}
          busy={isSending}
          busyLabel="Uploading..."
        >
          Upload Track
        </Button>
        {isSending && <Button size="large" variant="quiet" onClick={upload.cancel}>Cancel</Button>}
      </div>
    </form>
  );
}

function Details(
  { upload, disabled, titleLabel = "Title", artistLabel = "Artist" }: Omit<UploadFormProps, "success"> & {
    disabled: boolean;
  },
) {
  const { songs, shared, change } = upload;
  return (
    <Card>
      <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">Name and artist</legend>
        <CoverPicker
          label="Cover image"
          required
          seed={shared.artist || "cover"}
          file={shared.cover}
          onFile={(cover) => change({ cover })}
        />
        <SongFields label={titleLabel} songs={songs} onRename={upload.rename} onMove={upload.move} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={artistLabel}
            required
            maxLength={120}
            value={shared.artist}
            onChange={(event) => change({ artist: event.target.value })}
          />
          <Select
            label="Genre"
            required
            placeholder="Select a genre"
            options={GENRE_OPTIONS}
            value={shared.genre}
            onChange={(event) => change({ genre: event.target.value })}
          />
        </div>
        {songs.length > 1 && (
          <TextField
            label="Album"
            hint="The songs appear on it in this order."
            maxLength={200}
            value={shared.album}
            onChange={(event) => change({ album: event.target.value })}
          />
        )}
        <Checkbox
          label="Let listeners download it"
          hint="You can change this later."
          checked={shared.downloadable}
          onChange={(event) => change({ downloadable: event.target.checked })}
        />
        <Fold title="More options">
          <EarlyAccessField value={shared.earlyUntil} onChange={(earlyUntil) => change({ earlyUntil })} />
        </Fold>
      </fieldset>
    </Card>
  );
}
