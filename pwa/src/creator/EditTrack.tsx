import type { OwnTrack } from "@contract/uploads.ts";
import type { TrackEdit } from "@contract/requests/uploads.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Fold } from "../ui/Fold.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useEditTrack } from "./api.ts";
import { CoverPicker } from "./CoverPicker.tsx";
import { saidOf, valueOf } from "./early_access_time.ts";
import { EarlyAccessField } from "./EarlyAccessField.tsx";
import { GENRE_OPTIONS, genreOf } from "./genres.ts";
import { LyricsForm } from "./LyricsForm.tsx";
import { ReplaceRecording } from "./ReplaceRecording.tsx";

interface EditTrackProps {
  track: OwnTrack;
  /** Artwork, album and number are the release's. */
  inRelease?: boolean;
  onClose(): void;
}

/**
 * Title, artist, album, genre, cover, early access and whether listeners may keep it; and the lyrics and another
 * recording, which are saved on their own.
 */
export function EditTrack({ track, inRelease = false, onClose }: EditTrackProps) {
  const [title, setTitle] = useState(track.title);
  const [artist, setArtist] = useState(track.artist);
  const [album, setAlbum] = useState(track.album ?? "");
  const [number, setNumber] = useState(numberOf(track));
  const [genre, setGenre] = useState(track.genre);
  const [downloadable, setDownloadable] = useState(track.downloadable);
  const [earlyUntil, setEarlyUntil] = useState(valueOf(track.earlyAccessUntil));
  const [cover, setCover] = useState<File>();
  const save = useEditTrack();
  useBusy("typing", title !== track.title || cover !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const known = genreOf(genre);
    const early = earlyUntil === valueOf(track.earlyAccessUntil) ? {} : { earlyAccessUntil: saidOf(earlyUntil) };
    const edit = {
      title: title.trim(),
      downloadable,
      ...(artist === track.artist ? {} : { artist: artist.trim() }),
      ...(album === (track.album ?? "") ? {} : { album: album.trim() }),
      ...(number === numberOf(track) ? {} : { trackNumber: Number(number) || 0 }),
      ...(known ? { genre: known } : {}),
      ...early,
      was: shownOf(track),
    };
    save.mutate({ id: track._id, edit, cover }, { onSuccess: onClose });
  };
  return (
    <Dialog open title="Edit track" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {!inRelease && (
          <CoverPicker
            label="Cover image"
            seed={track._id}
            shown={track.coverImageUrl}
            file={cover}
            onFile={setCover}
          />
        )}
        <TextField
          label="Title"
          required
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label="Artist"
          required
          value={artist}
          maxLength={120}
          onChange={(event) => setArtist(event.target.value)}
        />
        {!inRelease && (
          <div className="flex flex-wrap gap-3">
            <div className="min-w-0 flex-1 basis-40">
              <TextField
                label="Album"
                value={album}
                maxLength={200}
                onChange={(event) => setAlbum(event.target.value)}
              />
            </div>
            <div className="w-28">
              <TextField
                label="Track number"
                inputMode="numeric"
                maxLength={3}
                value={number}
                onChange={(event) => setNumber(event.target.value.replaceAll(/\D/g, ""))}
              />
            </div>
          </div>
        )}
        <Select
          label="Genre"
          value={genre}
          options={GENRE_OPTIONS}
          onChange={(event) => setGenre(event.target.value)}
        />
        <Checkbox
          label="Let listeners download it"
          checked={downloadable}
          onChange={(event) => setDownloadable(event.target.checked)}
        />
        <Fold title="More options" open={track.earlyAccessUntil !== undefined}>
          <EarlyAccessField value={earlyUntil} onChange={setEarlyUntil} />
        </Fold>
        {save.isError && <Banner tone="error">{failureText(save.error, "Failed to update track")}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" disabled={save.isPending} onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            disabled={title.trim() === "" || artist.trim() === ""}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </div>
      </form>
      <div className="mt-5 flex flex-col gap-3">
        <More track={track} />
      </div>
    </Dialog>
  );
}

/** What has a form of its own. */
function More({ track }: { track: OwnTrack }) {
  return (
    <>
      <ButtonLink variant="quiet" to={`/cs-split/${track._id}`}>Share what it earns</ButtonLink>
      <Fold title="Lyrics">
        <LyricsForm trackId={track._id} />
      </Fold>
      <Fold title="Replace the recording" open={track.replacement !== undefined}>
        <ReplaceRecording track={track} />
      </Fold>
    </>
  );
}

function numberOf({ trackNumber }: OwnTrack): string {
  return trackNumber === undefined ? "" : String(trackNumber);
}

/** What the form showed: the service refuses it where another change came first. */
function shownOf(track: OwnTrack): NonNullable<TrackEdit["was"]> {
  const { title, artist, album = "", trackNumber = 0, genre, downloadable, earlyAccessUntil } = track;
  const known = genreOf(genre);
  return {
    title,
    artist,
    album,
    trackNumber,
    downloadable,
    ...(known && { genre: known }),
    ...(earlyAccessUntil && { earlyAccessUntil }),
  };
}
