import { type Release, upcOf } from "@contract/releases.ts";
import { RELEASE_KIND_WORDS, RELEASE_KINDS, type ReleaseKind } from "@contract/release_kinds.ts";
import { useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { Form } from "../../ui/Form.tsx";
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
import { GiveCode } from "./GiveCode.tsx";

const KINDS = RELEASE_KINDS.map((value) => ({ value, label: RELEASE_KIND_WORDS[value].label }));

/** The form's name, for the button beside it that leads on. */
export const DETAILS_FORM = "release-details";

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
  const { title: wasTitle, kind: wasKind, genre: wasGenre, upc: wasUpc } = release;
  const shown = { title: wasTitle, kind: wasKind, genre: wasGenre, upc: wasUpc };
  const [typed, setTyped] = useState<Typed>(shown);
  const { title, kind, genre, upc } = typed;
  const isChanged = JSON.stringify(typed) !== JSON.stringify(shown);
  useBusy("typing", isChanged);
  const badUpc = upc.trim() !== "" && upcOf(upc) === undefined
    ? "This is no UPC: it has 12 or 13 digits, and the last one checks the others"
    : undefined;
  const canSave = isChanged && title.trim() !== "" && badUpc === undefined;
  const submit = () => {
    if (!canSave) return;
    const [chosen, before] = [genreOf(genre), genreOf(wasGenre)];
    const body = {
      ...{ title: title.trim(), kind, upc: upc.trim(), ...(chosen && { genre: chosen }) },
      was: { title: wasTitle, kind: wasKind, upc: wasUpc, ...(before && { genre: before }) },
    };
    save.mutate({ part: "", body }, { onSuccess: () => void toast("Details saved", "success") });
  };
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const errors = { title: refused["title"], upc: badUpc ?? refused["upc"] };
  return (
    <Card>
      <Form id={DETAILS_FORM} onSubmit={submit}>
        <Fields
          artist={release.artist}
          typed={typed}
          onType={(changes) => setTyped({ ...typed, ...changes })}
          errors={errors}
        />
        {release.givesUpc && upc.trim() === "" && <GiveUpc release={release} isChanged={isChanged} />}
        {save.isError && <Banner tone="error">{failureText(save.error, "The details were not saved")}</Banner>}
        <div>
          <Button
            type="submit"
            disabled={!canSave}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save details
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function GiveUpc({ release: { id }, isChanged }: { release: Release; isChanged: boolean }) {
  const give = useChangeRelease(id);
  return (
    <GiveCode
      name="UPC"
      isChanged={isChanged}
      isPending={give.isPending}
      error={give.error}
      onGive={() =>
        give.mutate({ part: "/upc", body: "post" }, { onSuccess: () => void toast("UPC saved", "success") })}
    />
  );
}

interface Typed {
  title: string;
  kind: ReleaseKind;
  genre: string;
  upc: string;
}

interface FieldsProps {
  artist: string;
  typed: Typed;
  onType(changes: Partial<Typed>): void;
  errors: { title: string | undefined; upc: string | undefined };
}

function Fields({ artist, typed, onType, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        required
        maxLength={200}
        value={typed.title}
        error={errors.title}
        onChange={(event) => onType({ title: event.target.value })}
      />
      <div>
        <p className="mb-1.5 text-sm font-semibold">Kind</p>
        <Segments label="Kind" choices={KINDS} value={typed.kind} onChange={(kind) => onType({ kind })} />
      </div>
      <TextField
        label="Artist"
        readOnly
        value={artist}
        hint="Your own artist name, from your settings. Others are named as featured artists, in Credits."
      />
      <Select
        label="Genre"
        required
        placeholder="Select a genre"
        options={GENRE_OPTIONS}
        value={typed.genre}
        onChange={(event) => onType({ genre: event.target.value })}
      />
      <TextField
        label="UPC or EAN"
        hint="If you have one: 12 or 13 digits."
        inputMode="numeric"
        maxLength={40}
        value={typed.upc}
        error={errors.upc}
        onChange={(event) => onType({ upc: event.target.value })}
      />
    </>
  );
}
