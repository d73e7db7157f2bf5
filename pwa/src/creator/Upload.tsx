import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useTracksChanged } from "./api.ts";
import { AudioPicker } from "./AudioPicker.tsx";
import { CoverPicker } from "./CoverPicker.tsx";
import { GENRE_OPTIONS } from "./genres.ts";
import { SongFields } from "./SongFields.tsx";
import { UploadProgress } from "./UploadProgress.tsx";
import { useUpload } from "./use_upload.ts";

const LEAVE_MS = 2_000;

/** `/cs-upload`: one song, or several as an album in their order. */
export function Upload() {
  const upload = useUpload();
  const { songs, state, failure } = upload;
  const isSending = state === "uploading";
  useLeaveAfter(state === "success");
  return (
    <>
      <PageHeader title="Upload Music" subtitle="MP3, M4A, WAV, FLAC or Ogg, up to 200 MB and 30 minutes each." />
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void upload.send();
        }}
      >
        <AudioPicker songs={songs} disabled={isSending} onChoose={(files) => void upload.choose(files)} />
        <Details upload={upload} disabled={isSending || state === "success"} />
        {failure && <Banner tone="error">{failure}</Banner>}
        {state === "success" && (
          <Banner tone="success">Track uploaded successfully! Redirecting to music list...</Banner>
        )}
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
    </>
  );
}

function Details({ upload, disabled }: { upload: ReturnType<typeof useUpload>; disabled: boolean }) {
  const { songs, shared, change } = upload;
  return (
    <Card>
      <fieldset disabled={disabled} className="flex flex-col gap-5">
        <legend className="sr-only">What it is called</legend>
        <CoverPicker
          label="Cover image"
          seed={shared.artist || "cover"}
          file={shared.cover}
          onFile={(cover) => change({ cover })}
        />
        <SongFields songs={songs} onRename={upload.rename} onMove={upload.move} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Artist"
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
          label="Listeners may download it"
          hint="You can change that later."
          checked={shared.downloadable}
          onChange={(event) => change({ downloadable: event.target.checked })}
        />
      </fieldset>
    </Card>
  );
}

function useLeaveAfter(isDone: boolean): void {
  const navigate = useNavigate();
  const tracksChanged = useTracksChanged();
  useEffect(() => {
    if (!isDone) return;
    tracksChanged();
    const timer = setTimeout(() => navigate("/cs-music-list"), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
