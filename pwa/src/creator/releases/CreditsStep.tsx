import type { LyricsLanguage } from "@contract/lyrics.ts";
import { isrcOf, type Release, type ReleaseSong, spacedIsrc } from "@contract/releases.ts";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Form } from "../../ui/Form.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { linesIn } from "../lines_in.ts";
import { useChangeCredits } from "./api.ts";
import { GiveCode } from "./GiveCode.tsx";
import { LANGUAGE_OPTIONS } from "./words.ts";

/** Who made each song, what it is, and whom it features. */
export function CreditsStep({ release: { id, songs, givesIsrc = false } }: { release: Release }) {
  if (songs.length === 0) return <p className="text-ink-soft">Add the songs first; then say who made them.</p>;
  return (
    <ol className="flex flex-col gap-6">
      {songs.map((song) => (
        <Card as="li" key={song.trackId}>
          <h2 className="mb-4 text-lg wrap-anywhere">
            <bdi>{song.title}</bdi>
          </h2>
          <CreditsForm key={JSON.stringify(song.credits)} releaseId={id} song={song} givesIsrc={givesIsrc} />
          <Featured releaseId={id} song={song} />
        </Card>
      ))}
    </ol>
  );
}

interface OfSong {
  releaseId: string;
  song: ReleaseSong;
}

const BAD_ISRC = "This is no ISRC: it looks like NG-A01-26-00001";

function CreditsForm({ releaseId, song: { trackId, credits }, givesIsrc }: OfSong & { givesIsrc: boolean }) {
  const save = useChangeCredits({ releaseId, trackId });
  const [typed, setTyped] = useState<Typed>({
    ...{ writers: credits.writers.join("\n"), producers: credits.producers.join("\n"), explicit: credits.explicit },
    ...{ isrc: credits.isrc && spacedIsrc(credits.isrc), language: credits.language ?? "" },
  });
  const { writers, producers, isrc, language, explicit } = typed;
  const edit = {
    ...{ writers: linesIn(writers), producers: linesIn(producers), isrc: isrcOf(isrc) ?? isrc.trim(), explicit },
    ...(language !== "" && { language: language as LyricsLanguage }),
  };
  const { language: known, ...shown } = credits;
  const isChanged = JSON.stringify({ ...edit, language }) !== JSON.stringify({ ...shown, language: known ?? "" });
  useBusy("typing", isChanged);
  const submit = () => {
    const was = { ...shown, ...(known && { language: known }) };
    save.mutate({ edit: { ...edit, was } }, { onSuccess: () => void toast("Credits saved", "success") });
  };
  const bad = isrc.trim() !== "" && isrcOf(isrc) === undefined ? BAD_ISRC : undefined;
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <Form onSubmit={submit}>
      <CreditFields
        typed={typed}
        onType={(changes) => setTyped({ ...typed, ...changes })}
        isrcError={bad ?? fields["isrc"]}
      />
      {givesIsrc && isrc.trim() === "" && <GiveIsrc releaseId={releaseId} trackId={trackId} isChanged={isChanged} />}
      {save.isError && <Banner tone="error">{failureText(save.error, "The credits were not saved")}</Banner>}
      <div>
        <Button type="submit" disabled={!isChanged || bad !== undefined} busy={save.isPending} busyLabel="Saving...">
          Save credits
        </Button>
      </div>
    </Form>
  );
}

interface GiveIsrcProps {
  releaseId: string;
  trackId: string;
  isChanged: boolean;
}

function GiveIsrc({ releaseId, trackId, isChanged }: GiveIsrcProps) {
  const give = useChangeCredits({ releaseId, trackId });
  return (
    <GiveCode
      name="ISRC"
      isChanged={isChanged}
      isPending={give.isPending}
      error={give.error}
      onGive={() => give.mutate({ give: "isrc" }, { onSuccess: () => void toast("ISRC saved", "success") })}
    />
  );
}

interface Typed {
  /** One name a line. */
  writers: string;
  producers: string;
  isrc: string;
  language: string;
  explicit: boolean;
}

interface CreditFieldsProps {
  typed: Typed;
  onType(changes: Partial<Typed>): void;
  isrcError: string | undefined;
}

function CreditFields({ typed, onType, isrcError }: CreditFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="Writers"
          hint="One name a line: who wrote words and music."
          rows={3}
          value={typed.writers}
          onChange={(event) => onType({ writers: event.target.value })}
        />
        <TextArea
          label="Producers"
          hint="One name a line."
          rows={3}
          value={typed.producers}
          onChange={(event) => onType({ producers: event.target.value })}
        />
        <TextField
          label="ISRC"
          hint="If you have one. Each recording has its own."
          placeholder="NG-A01-26-00001"
          maxLength={40}
          value={typed.isrc}
          error={isrcError}
          onChange={(event) => onType({ isrc: event.target.value })}
        />
        <Select
          label="Language"
          placeholder="Not said"
          options={LANGUAGE_OPTIONS}
          value={typed.language}
          onChange={(event) => onType({ language: event.target.value })}
        />
      </div>
      <Checkbox
        label="Explicit"
        hint="It holds words that some do not want to hear or play to children."
        checked={typed.explicit}
        onChange={(event) => onType({ explicit: event.target.checked })}
      />
    </>
  );
}

const FEATURE_WORDS = { asked: "asked, has not answered yet", accepted: "accepted", declined: "declined" } as const;
const ARTIST_LINK = /\/artists\/([0-9a-f-]{36})/i;

/** Other artists with an account; they agree before anybody sees their name. */
function Featured({ releaseId, song: { trackId, title, featured } }: OfSong) {
  const change = useChangeCredits({ releaseId, trackId });
  const [name, setName] = useState("");
  const ask = () => {
    const artistId = ARTIST_LINK.exec(name)?.[1]?.toLowerCase();
    change.mutate({ ask: artistId ? { artistId } : { name: name.trim() } }, { onSuccess: () => setName("") });
  };
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="mb-2 font-semibold">Featured artists</h3>
      {featured.length > 0 && (
        <ul className="mb-3 flex flex-col">
          {featured.map((artist) => (
            <li key={artist.id} className="flex min-h-11 items-center gap-2 text-sm">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi className="font-semibold">{artist.name}</bdi>{" "}
                <span className="text-ink-soft">{FEATURE_WORDS[artist.status]}</span>
              </span>
              <IconButton
                label={`Take ${artist.name} off ${title}`}
                icon={<X size={18} />}
                disabled={change.isPending}
                onClick={() => change.mutate({ takeBack: artist.id })}
              />
            </li>
          ))}
        </ul>
      )}
      <Form isRow onSubmit={ask}>
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label="Artist's name on Orin"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          variant="quiet"
          icon={<Plus size={18} />}
          disabled={name.trim() === ""}
          busy={change.isPending}
        >
          Ask
        </Button>
      </Form>
      <p className="mt-1.5 text-xs text-ink-faint">
        Or the link of their page. We tell them, and name them as soon as they accept.
      </p>
      {change.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">{failureText(change.error, "This was not saved")}</p>
      )}
    </div>
  );
}
