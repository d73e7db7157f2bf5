import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { matchTracks } from "@contract/calls/catalogue.ts";
import { addTracksToPlaylist, createPlaylist, listPlaylists } from "@contract/calls/playlists.ts";
import { newId } from "@contract/ids.ts";
import { MOST_ROWS_A_MATCH, type WantedSong } from "@contract/match.ts";
import { MOST_PLAYLIST_TRACKS, type PlaylistList } from "@contract/playlists.ts";
import { failureText, hasCode } from "../../../lib/api_error.ts";
import { ask } from "../../../lib/ask.ts";
import { plural } from "../../../lib/format.ts";
import { useOffersPremium } from "../../../lib/premium.ts";
import { saveFile } from "../../../lib/save_file.ts";
import { copyText } from "../../../lib/share.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { announce } from "../../../ui/live_region.ts";
import type { Parsed, ParsedFile } from "./parse.ts";
import type { FoundList } from "./song.ts";

const SHOWN_MISSING = 100;
const SHOWN_FIRST = 4;

interface ImportSongsProps {
  /** Lists of one's own are part of Premium. */
  canMake: boolean;
  onClose(): void;
  onShow(listId: string): void;
}

type Step =
  | { at: "choosing"; problem?: string }
  | { at: "chosen"; file: ParsedFile; problem?: string }
  | { at: "running"; file: ParsedFile; progress: ImportProgress }
  | { at: "done"; result: ImportResult };

/** Brings the lists of another service: chooses a file, finds its songs on Orin, and says which are not here. */
export function ImportSongs({ canMake, onClose, onShow }: ImportSongsProps) {
  const [step, setStep] = useState<Step>({ at: "choosing" });
  const running = useRef<AbortController>(undefined);
  const client = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: ParsedFile, own: boolean) => {
    const controller = running.current = new AbortController();
    const onProgress = (progress: ImportProgress) => setStep({ at: "running", file, progress });
    onProgress({ looked: 0, found: 0 });
    try {
      const result = await importLists(file.lists, { own, signal: controller.signal, onProgress });
      announce(`${plural(result.added, "song")} added`);
      setStep({ at: "done", result });
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = `${failureText(error, "The import stopped")} Start it again: nothing is added twice.`;
      setStep({ at: "chosen", file, problem });
    } finally {
      void client.invalidateQueries({ queryKey: ["playlist"] });
    }
  };
  return (
    <Dialog open title="Import songs" onClose={onClose}>
      {step.at === "choosing" && <Choose problem={step.problem} onStep={setStep} />}
      {step.at === "chosen" && (
        <Chosen
          file={step.file}
          problem={step.problem}
          canMake={canMake}
          onStart={(own) => void start(step.file, own)}
        />
      )}
      {step.at === "running" && <Running file={step.file} progress={step.progress} onStop={onClose} />}
      {step.at === "done" && (
        <Done
          result={step.result}
          onShow={() => {
            onClose();
            onShow(step.result.listId);
          }}
        />
      )}
    </Dialog>
  );
}

function Choose({ problem, onStep }: { problem: string | undefined; onStep(step: Step): void }) {
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const about = useId();
  const read = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    const parsed = await readLists(file).finally(() => setReading(false));
    onStep("problem" in parsed ? { at: "choosing", problem: parsed.problem } : { at: "chosen", file: parsed });
  };
  const failed = () => onStep({ at: "choosing", problem: "This file could not be read." });
  return (
    <div className="flex flex-col gap-4">
      <p id={about} className="text-sm text-ink-soft">
        Choose a CSV (such as Exportify's), a playlist of a player (M3U, PLS, XSPF), the XML of iTunes or Apple Music,
        or Playlist1.json from your Spotify data. At most 10 MB and 10,000 songs. Your file stays on this device: Orin
        only looks for its songs.
      </p>
      {problem && <p role="alert" className="text-sm text-danger">{problem}</p>}
      <input
        ref={input}
        type="file"
        accept={ENDINGS}
        aria-label="File with songs"
        aria-describedby={about}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0]).catch(failed)}
      />
      <Button data-autofocus busy={isReading} busyLabel="Reading..." onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </div>
  );
}

interface ChosenProps {
  file: ParsedFile;
  problem: string | undefined;
  canMake: boolean;
  onStart(own: boolean): void;
}

function Chosen({ file: { lists, isCut }, problem, canMake, onStart }: ChosenProps) {
  const [own, setOwn] = useState(canMake);
  const offersPremium = useOffersPremium();
  const songs = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const one = lists.length === 1 ? "a playlist of its own" : "playlists of their own";
  return (
    <div className="flex flex-col gap-4">
      <p className="font-semibold">
        {plural(songs, "song")} in {lists.length === 1 ? <bdi>{lists[0]?.name}</bdi> : plural(lists.length, "list")}
      </p>
      <Preview lists={lists} />
      {isCut && <p className="text-sm text-ink-soft">The file has more: Orin takes the first 10,000.</p>}
      {canMake
        ? <Checkbox label={`Put them into ${one}`} checked={own} onChange={(event) => setOwn(event.target.checked)} />
        : (
          <p className="text-sm text-ink-soft">
            They go to My Playlist.{offersPremium && ` With Premium they come into ${one}.`}
          </p>
        )}
      {problem && <p role="alert" className="text-sm text-danger">{problem}</p>}
      <Button data-autofocus onClick={() => onStart(canMake && own)}>Import</Button>
    </div>
  );
}

/** What was read, so that a file which was read wrong is seen before its songs are looked for. */
function Preview({ lists }: { lists: ParsedFile["lists"] }) {
  const [first] = lists;
  const shown = lists.length > 1
    ? lists.map(({ name, rows }) => ({ title: name, more: plural(rows.length, "song") }))
    : (first?.rows ?? []).map(({ title, artist }) => ({ title, more: artist }));
  return (
    <ul aria-label={lists.length > 1 ? "Lists in the file" : "First songs"} className="text-sm">
      {shown.slice(0, SHOWN_FIRST).map(({ title, more }, index) => <Line key={index} title={title} more={more} />)}
      {shown.length > SHOWN_FIRST && <li className="text-ink-soft">and {shown.length - SHOWN_FIRST} more</li>}
    </ul>
  );
}

function Line({ title, more }: { title: string; more: string }) {
  return (
    <li className="truncate">
      <bdi>{title}</bdi>
      {more && (
        <span className="text-ink-soft">
          {" · "}
          <bdi>{more}</bdi>
        </span>
      )}
    </li>
  );
}

function Running({ file, progress, onStop }: { file: ParsedFile; progress: ImportProgress; onStop(): void }) {
  const songs = file.lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const text = `${progress.looked} of ${songs} looked for, ${progress.found} found`;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm" role="status">{text}</p>
      <Progress label="Import" value={progress.looked} max={songs} text={text} />
      <Button variant="quiet" onClick={onStop}>Stop</Button>
    </div>
  );
}

function Done({ result, onShow }: { result: ImportResult; onShow(): void }) {
  const { added, known, left, missing } = result;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(missingText(missing)));
  const download = () =>
    saveFile(new Blob([`\ufeff${missingCsv(missing)}`], { type: "text/csv" }), "Not found on Orin.csv");
  return (
    <div className="flex flex-col gap-4">
      <p className="font-semibold">
        {plural(added, "song")} added{known > 0 && `, ${known} ${known === 1 ? "was" : "were"} there already`}.
      </p>
      {left > 0 && <p className="text-sm text-ink-soft">{plural(left, "song")} had no room: a playlist holds 1,000.</p>}
      {missing.length > 0 && (
        <>
          <p className="text-sm text-ink-soft">{plural(missing.length, "song")} not on Orin yet:</p>
          <ul
            tabIndex={0}
            aria-label="Not found"
            className="max-h-48 overflow-y-auto rounded-lg border border-line p-3 text-sm"
          >
            {missing.slice(0, SHOWN_MISSING).map(({ title, artist }, index) => (
              <Line key={index} title={title} more={artist} />
            ))}
            {missing.length > SHOWN_MISSING && <li>and {missing.length - SHOWN_MISSING} more</li>}
          </ul>
          <div className="flex flex-wrap gap-3 *:flex-1">
            <Button variant="quiet" onClick={() => void copy()}>{isCopied ? "Copied" : "Copy the list"}</Button>
            <Button variant="quiet" onClick={download}>Download</Button>
          </div>
        </>
      )}
      <Button data-autofocus onClick={onShow}>Show the songs</Button>
    </div>
  );
}

/** What the file picker offers, beside files of any name that some systems give no type. */
const ENDINGS = ".csv,.tsv,.txt,.m3u,.m3u8,.pls,.xspf,.xml,.json";

/** Reads a file's lists beside the page, which a library of 10 MB would hold up for seconds. Rejects where no worker starts. */
async function readLists(file: File): Promise<Parsed> {
  const worker = new Worker(new URL("./parse_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Parsed>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

/** What an import has done so far. */
interface ImportProgress {
  looked: number;
  found: number;
}

interface ImportResult {
  added: number;
  /** They were in the list before. */
  known: number;
  /** The list had no room for them. */
  left: number;
  missing: WantedSong[];
  /** The list to look at afterwards, "" for My Playlist. */
  listId: string;
}

interface ImportOptions {
  /** A list of its own for each of the file's, or all into My Playlist. */
  own: boolean;
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** Finds the songs of lists on Orin and adds them; the same import again adds nothing twice. */
async function importLists(lists: readonly FoundList[], options: ImportOptions): Promise<ImportResult> {
  const total: ImportResult = { added: 0, known: 0, left: 0, missing: [], listId: "" };
  const progress: ImportProgress = { looked: 0, found: 0 };
  const known = await ask(listPlaylists, { signal: options.signal });
  for (const list of lists) {
    const trackIds: string[] = [];
    for (let start = 0; start < list.rows.length; start += MOST_ROWS_A_MATCH) {
      const rows = list.rows.slice(start, start + MOST_ROWS_A_MATCH);
      const body = { rows };
      const { matches } = await ask(matchTracks, { body, signal: options.signal });
      rows.forEach((row, index) => {
        const id = matches[index];
        if (id) trackIds.push(id);
        else total.missing.push(row);
      });
      progress.looked += rows.length;
      progress.found = trackIds.length + total.added + total.known + total.left;
      options.onProgress({ ...progress });
    }
    await add(total, [...new Set(trackIds)], { list, known, own: options.own });
  }
  return total;
}

/** An own list of the same name takes the songs, so that the import can be made again. */
import { missingCsv, missingText } from "./missing_csv.ts";
async function add(
  total: ImportResult,
  trackIds: readonly string[],
  { list, known, own }: { list: FoundList; known: PlaylistList; own: boolean },
): Promise<void> {
  if (trackIds.length === 0) return;
  const name = list.name.normalize("NFC");
  const same = own
    ? known.playlists.find((one) => !one.isDefault && !one.isShared && one.name === name)
    : known.playlists.find(({ isDefault }) => isDefault);
  const playlistId = same?._id ?? newId();
  if (!same) await ask(createPlaylist, { body: { playlistId, name } });
  if (own) total.listId = playlistId;
  for (let start = 0; start < trackIds.length; start += MOST_PLAYLIST_TRACKS) {
    const body = { trackIds: trackIds.slice(start, start + MOST_PLAYLIST_TRACKS) };
    const answer = await addSome(playlistId, body);
    total.added += answer.added;
    total.known += answer.known;
    total.left += answer.left;
  }
}

async function addSome(id: string, body: { trackIds: string[] }) {
  try {
    return await ask(addTracksToPlaylist, { id, body });
  } catch (error) {
    if (hasCode(error, "playlist_full")) return { added: 0, known: 0, left: body.trackIds.length };
    throw error;
  }
}
