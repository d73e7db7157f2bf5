import { History, Search as Glass, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { SEARCHED, type Searched } from "@contract/search.ts";
import { getSession } from "../../lib/session.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { readRecord } from "../../lib/stored_json.ts";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { ChipRow } from "../../ui/ChipRow.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { usePlaying } from "../playing.ts";
import { useSongs } from "../use_songs.ts";
import { AllResults } from "./AllResults.tsx";
import { playFound } from "./FoundList.tsx";
import { KindResults } from "./KindResults.tsx";
import { PreviewBar } from "./PreviewBar.tsx";
import type { Found } from "./found.ts";
import { topOf } from "./match.ts";
import { type AllFound, useFound } from "./use_found.ts";
import { KIND_NAMES, KINDS } from "./words.ts";

/** `/search?q=&type=`: one field for everything, answered as one types. Without `type` all kinds stand together. */
export function Search() {
  const [params, setParams] = useSearchParams();
  const query = (params.get("q") ?? "").trim();
  const kind = SEARCHED.find((one) => one === params.get("type"));
  const [previewed, setPreviewed] = useState<Found>();
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const all = useFound(query);
  const open = useOpen(all);
  const show = (q: string, type: Searched | undefined, replace = true) =>
    setParams({ ...(q !== "" && { q }), ...(type && { type }) }, { replace });
  return (
    <>
      <PageHeader title="Search" subtitle="Songs, artists, albums, playlists and lyrics." />
      <SearchField
        field={field}
        query={query}
        onSearch={(q) => show(q, kind)}
        onEnter={(typed) => open(typed)}
        onDown={() => stopsIn(results.current)[0]?.focus()}
      />
      {query !== "" && (
        <div className="mt-3 mb-5">
          <ChipRow label="What to search">
            <Chip label="All" selected={kind === undefined} onSelect={() => show(query, undefined)} />
            {KINDS.map((one) => (
              <Chip
                key={one}
                label={KIND_NAMES[one]}
                selected={one === kind}
                onSelect={() => show(query, one)}
              />
            ))}
          </ChipRow>
        </div>
      )}
      <div
        ref={results}
        onKeyDown={(event) => walk(event, results.current, field.current)}
        onClickCapture={({ target }) => {
          if (query !== "" && target instanceof Element && target.closest("a, button")) rememberSearch(query);
        }}
      >
        {query === ""
          ? (
            <div className="mt-6">
              <RecentSearches onSearch={(q) => show(q, kind, false)} />
              <BrowseGenres />
            </div>
          )
          : kind === undefined
          ? <AllResults query={query} all={all} previewed={previewed} onPreview={setPreviewed} />
          : <KindResults key={kind} query={query} kind={kind} previewed={previewed} onPreview={setPreviewed} />}
      </div>
      <PlaysUsedUp />
      {previewed && <PreviewBar key={previewed.id} item={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}

/** Enter: one of Orin's own songs plays, everything else opens. */
function useOpen({ kinds, isOld, isFromDevice }: AllFound) {
  const navigate = useNavigate();
  const playing = usePlaying();
  return (typed: string) => {
    if (typed === "" || (isOld && !isFromDevice)) return;
    const top = topOf(kinds, typed);
    if (!top) return;
    rememberSearch(typed);
    if (top.track) {
      if (playing.trackId === top.track._id && playing.isPlaying) return;
      return playFound(kinds.find(({ kind }) => kind === top.kind)?.found ?? [], top);
    }
    if (top.isOurs && top.href !== undefined) navigate(top.href);
  };
}

/** The arrows walk through the results and back to the field; Escape goes there directly. */
function walk(event: KeyboardEvent, results: HTMLElement | null, field: HTMLInputElement | null): void {
  if (!["ArrowDown", "ArrowUp", "Escape"].includes(event.key) || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest("[role=menu], dialog")) return;
  const stops = stopsIn(results);
  const at = stops.findIndex((stop) =>
    stop === document.activeElement || stop.closest(ROW)?.contains(document.activeElement)
  );
  const to = event.key === "ArrowDown" ? at + 1 : at - 1;
  event.preventDefault();
  if (event.key === "Escape" || to < 0) field?.focus();
  else (stops[to] ?? stops[at])?.focus();
}

const ROW = "li, [data-result]";

/** Of each row the way to the thing, or its first button. */
function stopsIn(results: HTMLElement | null): HTMLElement[] {
  return [...results?.querySelectorAll<HTMLElement>(ROW) ?? []].flatMap((row) =>
    row.querySelector<HTMLElement>("a[href]") ?? row.querySelector<HTMLElement>("button") ?? []
  );
}

const HINT = "Accents and small typos are fine: eko finds Èkó.";

/** What the search shows before it was asked anything: a cloth for each genre that has songs, leading to them. */
function BrowseGenres() {
  const { genres, status } = useSongs("");
  if (status === "loading") return <Skeleton shape="figures" count={6} label="Loading genres..." />;
  if (genres.length === 0) return <EmptyState title="What would you like to hear?" text={HINT} seed="search" />;
  return (
    <section aria-labelledby="genres" className="animate-enter">
      <h2 id="genres" className="text-xl">What would you like to hear?</h2>
      <p className="mt-1 text-sm text-ink-soft">{HINT}</p>
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 sm:gap-4">
        {genres.map((genre) => (
          <li key={genre}>
            <Link
              to={`/songs?genre=${encodeURIComponent(genre)}`}
              className="group relative isolate flex h-24 items-end overflow-hidden rounded-xl bg-dye p-4 text-lg font-bold text-on-dye capitalize transition duration-150 ease-out active:scale-[0.98] sm:h-32"
            >
              <AdireCloth
                seed={genre}
                repeat={112}
                className="-z-10 text-on-dye opacity-20 mask-[linear-gradient(to_bottom_left,black,transparent)] transition-opacity group-hover:opacity-40"
              />
              <span className="min-w-0 wrap-anywhere">{genre}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was looked for here before; each can be looked for again, or be forgotten. */
function RecentSearches({ onSearch }: { onSearch(query: string): void }) {
  const recent = useRecentSearches();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="mb-8 max-w-2xl">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-searches" className="text-xl">Recent searches</h2>
        <button
          type="button"
          onClick={() => forgetSearch()}
          className="min-h-11 px-2 text-sm font-semibold text-ink-soft hover:text-ink"
        >
          Clear all
        </button>
      </div>
      <ul className="-mx-2">
        {recent.map((query) => (
          <li key={query} className="flex items-center rounded-lg transition-colors hover:bg-ink/6">
            <button
              type="button"
              onClick={() =>
                onSearch(query)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-2 text-left"
            >
              <History aria-hidden="true" size={18} className="shrink-0 text-ink-faint" />
              <span className="truncate">{query}</span>
            </button>
            <IconButton
              label={`Forget the search ${query}`}
              icon={<X size={18} />}
              onClick={() =>
                forgetSearch(query)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const KEY = "orin.searches";
const MOST = 8;
const LONGEST = 120;

const changes = createStore(0);

/** What the person looked for on this device, newest first. Each person has their own, which goes when they leave. */
function useRecentSearches(): readonly string[] {
  useStore(changes);
  return readRecent();
}

/** Remembers a search that led somewhere; the same one again moves to the front. */
function rememberSearch(query: string): void {
  const typed = query.trim().slice(0, LONGEST);
  if (typed === "") return;
  const isOther = (one: string) => one.toLowerCase() !== typed.toLowerCase();
  write([typed, ...readRecent().filter(isOther)].slice(0, MOST));
}

/** Forgets one search, or all of them. */
function forgetSearch(query?: string): void {
  write(query === undefined ? [] : readRecent().filter((one) => one !== query));
}

function readRecent(): readonly string[] {
  const kept = readRecord(globalThis.localStorage, KEY)[owner()];
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST) : [];
}

function write(searches: readonly string[]): void {
  const all = readRecord(globalThis.localStorage, KEY);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [owner()]: searches }));
  } catch {
    // A full device remembers no searches.
  }
  changes.set(changes.get() + 1);
}

function owner(): string {
  return getSession()?.userId ?? "visitor";
}

/** Letters that follow each other faster than this are one search. */
const PAUSE_MS = 120;
const LONGEST_QUERY = 120;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** What is looked for now. */
  query: string;
  onSearch(query: string): void;
  /** Enter, with what is typed by then. */
  onEnter(query: string): void;
  /** Down the list, where there is one. */
  onDown(): void;
}

/** The one field: what is typed is looked for after a short pause, without a button. Escape empties it. */
function SearchField({ field, query, onSearch, onEnter, onDown }: SearchFieldProps) {
  const { text, type, settle } = useTyped(query, onSearch);
  const empty = () => {
    settle("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onEnter(settle(text));
    else if (event.key === "ArrowDown") onDown();
    else if (event.key === "Escape" && text !== "") empty();
    else return;
    event.preventDefault();
  };
  return (
    <form
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="relative flex h-12 max-w-2xl items-center rounded-full border border-line-strong bg-sunken transition-colors hover:border-ink-soft has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-focus"
    >
      <Glass aria-hidden="true" size={20} className="pointer-events-none absolute left-4 text-ink-soft" />
      <input
        ref={field}
        type="search"
        aria-label="Search the catalogue"
        placeholder="Songs, artists, lyrics"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST_QUERY}
        autoFocus={query === ""}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 rounded-full bg-transparent pr-1 pl-12 text-base text-ink outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== "" && <IconButton label="Clear the search" icon={<X size={20} />} onClick={empty} />}
    </form>
  );
}

/**
 * The letters immediately, and what they are looked for as after a pause; another query from outside takes their place.
 */
function useTyped(query: string, onSearch: (query: string) => void) {
  const [text, setText] = useState(query);
  const told = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (query === told.current) return;
    told.current = query;
    clearTimeout(timer.current);
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (typed: string) => {
    clearTimeout(timer.current);
    const next = typed.trim();
    if (next !== told.current) {
      told.current = next;
      onSearch(next);
    }
    return next;
  };
  return {
    text,
    type(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => tell(typed), typed.trim() === "" ? 0 : PAUSE_MS);
    },
    settle(typed: string) {
      setText(typed);
      return tell(typed);
    },
  };
}
