import { LYRICS_LANGUAGES, LYRICS_MAX_BYTES } from "@contract/lyrics.ts";
import { subtitlesAsLrc } from "@contract/subtitles.ts";
import { type ChangeEvent, useState } from "react";
import { fileText, otherText } from "../lib/file_text.ts";
import { LANGUAGE_NAMES } from "../lib/lyrics_language.ts";
import { Banner } from "../ui/Banner.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { LyricsDraft } from "./lyrics_draft.ts";

const LANGUAGES = LYRICS_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
const HINT = "Plain text, or LRC with times such as [00:12.50] before each line.";
const TOO_LARGE = "This file is too large for lyrics: at most 64 KB.";
const TAKEN = "Take an LRC, subtitle or text file.";
/** Subtitles say much beside the words, and a wide encoding has twice the bytes. */
const MOST_READ_BYTES = 8 * LYRICS_MAX_BYTES;

interface LyricsFieldsProps {
  lyrics: LyricsDraft;
  /** Of what song, where several have such fields. */
  of?: string;
  onChange(changes: Partial<LyricsDraft>): void;
}

/** The lyrics of a song: written, pasted or taken from a file. */
export function LyricsFields({ lyrics: { text, language, offensive }, of, onChange }: LyricsFieldsProps) {
  const about = of === undefined ? "" : ` of ${of}`;
  return (
    <div className="flex flex-col gap-4">
      <TextArea
        label={`Lyrics${about}`}
        hint={HINT}
        dir="auto"
        rows={8}
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <FromFile onText={(text) => onChange({ text })} />
      <Select
        label={`Language of the lyrics${about}`}
        value={language}
        placeholder="Choose a language"
        options={LANGUAGES}
        onChange={({ target }) => onChange({ language: LYRICS_LANGUAGES.find((one) => one === target.value) ?? "" })}
      />
      <Checkbox
        label="They have offensive words"
        hint="Listeners see them only after a press."
        checked={offensive}
        onChange={(event) => onChange({ offensive: event.target.checked })}
      />
    </div>
  );
}

/** What a text is, if no lyrics. */
function noLyrics(text: string): string | undefined {
  if (text.trim() === "") return "an empty file";
  if (/^\s*<(?:\?xml|tt[\s>])/.test(text)) return "an XML file";
  return /^\s*#EXTM3U/.test(text) ? "a playlist" : otherText(text);
}

/** Takes the text of a file that is not too large to be lyrics, and of subtitles their lines and times. */
function FromFile({ onText }: { onText(text: string): void }) {
  const [problem, setProblem] = useState("");
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const read = file.size > MOST_READ_BYTES ? undefined : fileText(new Uint8Array(await file.arrayBuffer()));
    const text = read && "text" in read ? subtitlesAsLrc(read.text) ?? read.text : "";
    const isTooLarge = !read || new TextEncoder().encode(text).length > LYRICS_MAX_BYTES;
    const kind = isTooLarge ? undefined : "kind" in read ? read.kind : noLyrics(text);
    setProblem(isTooLarge ? TOO_LARGE : kind !== undefined ? `This is ${kind}. ${TAKEN}` : "");
    if (!isTooLarge && kind === undefined) onText(text);
    // The same file can be chosen again.
    target.value = "";
  };
  return (
    <>
      <label className="inline-flex min-h-11 w-fit cursor-pointer items-center rounded-full bg-ink/8 px-4 text-sm font-semibold hover:bg-ink/14 has-focus-visible:outline-2 has-focus-visible:outline-focus">
        Take from a file
        <input
          type="file"
          accept=".lrc,.txt,.srt,.vtt,.sbv,.ttml,text/plain,text/vtt"
          onChange={(event) => void take(event)}
          className="sr-only"
        />
      </label>
      {problem && <Banner tone="error">{problem}</Banner>}
    </>
  );
}
