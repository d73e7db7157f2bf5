import { SEARCHED, type Searched } from "@contract/search.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { Chip } from "../../ui/Chip.tsx";
import { ChipRow } from "../../ui/ChipRow.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { usePlaying } from "../playing.ts";
import { AllResults } from "./AllResults.tsx";
import { BrowseGenres } from "./BrowseGenres.tsx";
import type { Found } from "./found.ts";
import { playFound } from "./FoundList.tsx";
import { KindResults } from "./KindResults.tsx";
import { topOf } from "./match.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { RecentSearches } from "./RecentSearches.tsx";
import { rememberSearch } from "./recent.ts";
import { SearchField } from "./SearchField.tsx";
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
