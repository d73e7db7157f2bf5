import { LYRICS_LANGUAGES, LYRICS_MAX_BYTES, type LyricsLanguage, type LyricsSource } from "@contract/lyrics.ts";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { LANGUAGE_NAMES } from "../lib/lyrics_language.ts";
import { lyricsSourceQuery } from "../data/lyrics.ts";
import { failureText } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useRemoveLyrics, useSaveLyrics } from "./api.ts";

const LANGUAGES = LYRICS_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
const HINT = "Plain text, or LRC with times such as [00:12.50] before each line.";
const TOO_LARGE = "This file is too large for lyrics: at most 64 KB.";

/** The lyrics of one's own song: written, pasted or taken from a file. */
export function LyricsForm({ trackId }: { trackId: string }) {
  const query = useQuery(lyricsSourceQuery(trackId));
  if (query.data === undefined) return <LoadState query={query} failure="Failed to load lyrics" shape="rows" />;
  return <Form key={query.data === null ? "none" : "some"} trackId={trackId} known={query.data} />;
}

function Form({ trackId, known }: { trackId: string; known: LyricsSource | null }) {
  const [text, setText] = useState(known?.text ?? "");
  const [language, setLanguage] = useState<LyricsLanguage | "">(known?.language ?? "");
  const [offensive, setOffensive] = useState(known?.offensive ?? false);
  const save = useSaveLyrics(trackId);
  const remove = useRemoveLyrics(trackId);
  useBusy("typing", text !== (known?.text ?? ""));
  const failure = save.isError ? save.error : remove.isError ? remove.error : undefined;
  return (
    <div className="flex flex-col gap-4">
      <TextArea
        label="Lyrics"
        hint={HINT}
        dir="auto"
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FromFile onText={setText} />
      <Select
        label="Language of the lyrics"
        value={language}
        placeholder="Choose a language"
        options={LANGUAGES}
        onChange={({ target }) => setLanguage(LYRICS_LANGUAGES.find((one) => one === target.value) ?? "")}
      />
      <Checkbox
        label="They have offensive words"
        hint="Listeners see them only after a press."
        checked={offensive}
        onChange={(event) => setOffensive(event.target.checked)}
      />
      {failure !== undefined && <Banner tone="error">{failureText(failure, "Failed to save lyrics")}</Banner>}
      {save.isSuccess && <p role="status" className="text-sm text-accent">Lyrics saved</p>}
      <div className="flex flex-wrap justify-end gap-3">
        {known && (
          <Button
            variant="quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => remove.mutate()}
          >
            Remove lyrics
          </Button>
        )}
        <Button
          disabled={text.trim() === "" || language === ""}
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => language !== "" && save.mutate({ text, language, offensive })}
        >
          Save lyrics
        </Button>
      </div>
    </div>
  );
}

/** Takes the text of a file that is not too large to be lyrics. */
function FromFile({ onText }: { onText(text: string): void }) {
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setTooLarge(file.size > LYRICS_MAX_BYTES);
    if (file.size <= LYRICS_MAX_BYTES) onText(await file.text());
    // The same file can be chosen again.
    target.value = "";
  };
  return (
    <>
      <label className="inline-flex min-h-11 w-fit cursor-pointer items-center rounded-full bg-ink/8 px-4 text-sm font-semibold hover:bg-ink/14 has-focus-visible:outline-2 has-focus-visible:outline-focus">
        Take from a file
        <input type="file" accept=".lrc,.txt,text/plain" onChange={(event) => void take(event)} className="sr-only" />
      </label>
      {isTooLarge && <Banner tone="error">{TOO_LARGE}</Banner>}
    </>
  );
}
