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

/** Title, genre, cover, early access and whether listeners may keep it; and the lyrics, which are saved on their own. */
export function EditTrack({ track, onClose }: { track: OwnTrack; onClose(): void }) {
  const [title, setTitle] = useState(track.title);
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
      ...(known ? { genre: known } : {}),
      ...early,
      was: shownOf(track),
    };
    save.mutate({ id: track._id, edit, cover }, { onSuccess: onClose });
  };
  return (
    <Dialog open title="Edit track" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CoverPicker label="Cover image" seed={track._id} shown={track.coverImageUrl} file={cover} onFile={setCover} />
        <TextField
          label="Title"
          required
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
        />
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
          <Button type="submit" disabled={title.trim() === ""} busy={save.isPending} busyLabel="Saving...">Save</Button>
        </div>
      </form>
      <div className="mt-5 flex flex-col gap-3">
        <More trackId={track._id} />
      </div>
    </Dialog>
  );
}

/** What has a form of its own. */
function More({ trackId }: { trackId: string }) {
  return (
    <>
      <ButtonLink variant="quiet" to={`/cs-split/${trackId}`}>Share what it earns</ButtonLink>
      <Fold title="Lyrics">
        <LyricsForm trackId={trackId} />
      </Fold>
    </>
  );
}

/** What the form showed: the service refuses it where another change came first. */
function shownOf({ title, genre, downloadable, earlyAccessUntil }: OwnTrack): NonNullable<TrackEdit["was"]> {
  const known = genreOf(genre);
  return { title, downloadable, ...(known && { genre: known }), ...(earlyAccessUntil && { earlyAccessUntil }) };
}
