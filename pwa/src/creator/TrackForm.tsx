import type { OwnTrack } from "@contract/uploads.ts";
import type { TrackEdit } from "@contract/requests/uploads.ts";
import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Fold } from "../ui/Fold.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useEditTrack } from "./api.ts";
import { CoverPicker } from "./CoverPicker.tsx";
import { saidOf, valueOf } from "./early_access_time.ts";
import { EarlyAccessField } from "./EarlyAccessField.tsx";
import { GENRE_OPTIONS, genreOf } from "./genres.ts";

interface TrackFormProps {
  track: OwnTrack;
  /** Artwork, album and number are the release's. */
  inRelease?: boolean;
  /** Of a form in a dialog, which ends with it. */
  onClose?(): void;
}

/** Title, artist, album, genre, cover, early access and whether listeners may keep it, saved together. */
export function TrackForm({ track, inRelease = false, onClose }: TrackFormProps) {
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
  const submit = () => {
    const edit = editOf(track, { title, artist, album, number, genre, downloadable, earlyUntil });
    const onSuccess = onClose ?? (() => void toast("Song saved", "success"));
    save.mutate({ id: track._id, edit, cover }, { onSuccess });
  };
  return (
    <Form onSubmit={submit}>
      {!inRelease && (
        <CoverPicker
          label="Cover image"
          seed={track._id}
          shown={track.coverImageUrl}
          file={cover}
          onFile={setCover}
        />
      )}
      <NameFields title={title} artist={artist} onTitle={setTitle} onArtist={setArtist} />
      {!inRelease && <AlbumFields album={album} number={number} onAlbum={setAlbum} onNumber={setNumber} />}
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
      <Buttons isWhole={title.trim() !== "" && artist.trim() !== ""} isSaving={save.isPending} onClose={onClose} />
    </Form>
  );
}

interface NameFieldsProps {
  title: string;
  artist: string;
  onTitle(title: string): void;
  onArtist(artist: string): void;
}

function NameFields({ title, artist, onTitle, onArtist }: NameFieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        required
        value={title}
        maxLength={200}
        onChange={(event) => onTitle(event.target.value)}
      />
      <TextField
        label="Artist"
        required
        value={artist}
        maxLength={120}
        onChange={(event) => onArtist(event.target.value)}
      />
    </>
  );
}

function Buttons(
  { isWhole, isSaving, onClose }: { isWhole: boolean; isSaving: boolean; onClose: (() => void) | undefined },
) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
      {onClose && <Button variant="quiet" disabled={isSaving} onClick={onClose}>Cancel</Button>}
      <Button type="submit" disabled={!isWhole} busy={isSaving} busyLabel="Saving...">Save</Button>
    </div>
  );
}

interface AlbumFieldsProps {
  album: string;
  number: string;
  onAlbum(album: string): void;
  onNumber(number: string): void;
}

function AlbumFields({ album, number, onAlbum, onNumber }: AlbumFieldsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <div className="min-w-0 flex-1 basis-40">
        <TextField
          label="Album"
          value={album}
          maxLength={200}
          onChange={(event) => onAlbum(event.target.value)}
        />
      </div>
      <div className="w-28">
        <TextField
          label="Track number"
          inputMode="numeric"
          maxLength={3}
          value={number}
          onChange={(event) => onNumber(event.target.value.replaceAll(/\D/g, ""))}
        />
      </div>
    </div>
  );
}

interface Typed {
  title: string;
  artist: string;
  album: string;
  number: string;
  genre: string;
  downloadable: boolean;
  earlyUntil: string;
}

/** What was typed, and of the artist, album, number and early access only what differs. */
function editOf(track: OwnTrack, typed: Typed): TrackEdit {
  const { title, artist, album, number, downloadable, earlyUntil } = typed;
  const genre = genreOf(typed.genre);
  return {
    ...{ title: title.trim(), downloadable },
    ...(artist === track.artist ? {} : { artist: artist.trim() }),
    ...(album === (track.album ?? "") ? {} : { album: album.trim() }),
    ...(number === numberOf(track) ? {} : { trackNumber: Number(number) || 0 }),
    ...(genre ? { genre } : {}),
    ...(earlyUntil === valueOf(track.earlyAccessUntil) ? {} : { earlyAccessUntil: saidOf(earlyUntil) }),
    was: shownOf(track),
  };
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
