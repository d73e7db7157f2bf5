import { type Release, RELEASE_KINDS, type ReleaseKind, upcOf } from "@contract/releases.ts";
import { type FormEvent, useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { CoverPicker } from "../CoverPicker.tsx";
import { GENRE_OPTIONS, genreOf } from "../genres.ts";
import { useChangeRelease } from "./api.ts";
import { KIND_WORDS } from "./words.ts";

const KINDS = RELEASE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

/** Artwork, title, kind, genre and UPC. */
export function DetailsStep({ release }: { release: Release }) {
  return (
    <div className="flex flex-col gap-6">
      <Artwork release={release} />
      {/* What another editor saved is shown as soon as nothing is being typed here. */}
      <DetailsForm key={`${release.title} ${release.kind} ${release.genre} ${release.upc}`} release={release} />
    </div>
  );
}

function Artwork({ release: { id, coverImageUrl } }: { release: Release }) {
  const change = useChangeRelease(id);
  const [file, setFile] = useState<File>();
  const choose = (chosen: File) => {
    setFile(chosen);
    change.mutate({ part: "/cover", body: chosen }, {
      onSuccess: () => void toast("Artwork saved", "success"),
      onError: () => setFile(undefined),
    });
  };
  return (
    <Card>
      <CoverPicker
        label={coverImageUrl === "" ? "Add artwork" : "Change artwork"}
        seed={id}
        shown={coverImageUrl}
        file={file}
        onFile={choose}
      />
      {change.isPending && <p role="status" className="mt-3 text-sm text-ink-soft">Saving the artwork...</p>}
      {change.isError && (
        <Banner tone="error" className="mt-4">{failureText(change.error, "The artwork was not saved")}</Banner>
      )}
    </Card>
  );
}

function DetailsForm({ release }: { release: Release }) {
  const save = useChangeRelease(release.id);
  const [title, setTitle] = useState(release.title);
  const [kind, setKind] = useState<ReleaseKind>(release.kind);
  const [genre, setGenre] = useState(release.genre);
  const [upc, setUpc] = useState(release.upc);
  const isChanged = title !== release.title || kind !== release.kind || genre !== release.genre || upc !== release.upc;
  useBusy("typing", isChanged);
  const badUpc = upc.trim() !== "" && upcOf(upc) === undefined
    ? "This is no UPC: it has 12 or 13 digits, and the last one checks the others"
    : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [chosen, shown] = [genreOf(genre), genreOf(release.genre)];
    const body = {
      ...{ title: title.trim(), kind, upc: upc.trim(), ...(chosen && { genre: chosen }) },
      was: { title: release.title, kind: release.kind, upc: release.upc, ...(shown && { genre: shown }) },
    };
    save.mutate({ part: "", body }, { onSuccess: () => void toast("Details saved", "success") });
  };
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label="Title"
          required
          maxLength={200}
          value={title}
          error={fields["title"]}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div>
          <p className="mb-1.5 text-sm font-semibold">Kind</p>
          <Segments label="Kind" choices={KINDS} value={kind} onChange={(value) => setKind(value)} />
        </div>
        <TextField
          label="Artist"
          readOnly
          value={release.artist}
          hint="Your own artist name, from your settings. Others are named as featured artists, in Credits."
        />
        <Select
          label="Genre"
          required
          placeholder="Select a genre"
          options={GENRE_OPTIONS}
          value={genre}
          onChange={(event) => setGenre(event.target.value)}
        />
        <TextField
          label="UPC or EAN"
          hint="If you have one: 12 or 13 digits."
          inputMode="numeric"
          maxLength={40}
          value={upc}
          error={badUpc ?? fields["upc"]}
          onChange={(event) => setUpc(event.target.value)}
        />
        {save.isError && <Banner tone="error">{failureText(save.error, "The details were not saved")}</Banner>}
        <div>
          <Button
            type="submit"
            disabled={!isChanged || title.trim() === "" || badUpc !== undefined}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save details
          </Button>
        </div>
      </form>
    </Card>
  );
}
