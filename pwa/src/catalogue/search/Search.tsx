import type { SearchKind } from "@contract/search.ts";
import { Search as Glass } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { TrackHeart } from "../TrackHeart.tsx";
import { TrackMenu } from "../TrackMenu.tsx";
import { TrackRows } from "../TrackRows.tsx";
import { searchFailure, useSearch } from "./api.ts";
import { BrowseGenres } from "./BrowseGenres.tsx";
import type { Found } from "./found.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { Result } from "./Result.tsx";

const TABS: readonly SearchKind[] = ["track", "artist", "album", "playlist"];
const KINDS = TABS.map((kind) => ({ value: kind, label: `${kind[0]?.toUpperCase()}${kind.slice(1)}s` }));

/** `/search?q=&type=`: the whole catalogue, by kind. Songs play; what is elsewhere has a bar to listen in. */
export function Search() {
  const [params, setParams] = useSearchParams();
  const query = (params.get("q") ?? "").trim();
  const kind = TABS.find((one) => one === params.get("type")) ?? "track";
  const [previewed, setPreviewed] = useState<Found>();
  const show = (q: string, type: SearchKind) => setParams(q === "" ? { type } : { q, type }, { replace: query === "" });
  return (
    <>
      <PageHeader title="Search" subtitle="Songs, artists, albums and playlists." />
      <SearchForm key={query} query={query} onSearch={(q) => show(q, kind)} />
      <div className="mt-4 mb-6">
        <Segments label="What to search" choices={KINDS} value={kind} onChange={(type) => show(query, type)} />
      </div>
      <Results query={query} kind={kind} previewed={previewed} onPreview={setPreviewed} />
      <PlaysUsedUp />
      {previewed && <PreviewBar key={previewed.id} item={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}

function SearchForm({ query, onSearch }: { query: string; onSearch(query: string): void }) {
  const [text, setText] = useState(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onSearch(text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="flex max-w-2xl gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          autoFocus={query === ""}
          type="search"
          label="Search the catalogue"
          hideLabel
          placeholder="Songs, artists, albums"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={120}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" className="min-h-12 max-sm:px-4" icon={<Glass size={18} />} disabled={text.trim() === ""}>
        <span className="max-sm:sr-only">Search</span>
      </Button>
    </form>
  );
}

interface ResultsProps {
  query: string;
  kind: SearchKind;
  previewed: Found | undefined;
  onPreview(item: Found): void;
}

function Results({ query, kind, previewed, onPreview }: ResultsProps) {
  const search = useSearch(query, kind);
  const savedAt = useSavedAt(search);
  if (query === "") return <BrowseGenres />;
  if (search.isError && !search.data) {
    return (
      <ErrorState
        message={searchFailure(search.error)}
        busy={search.isFetching}
        onRetry={() => void search.refetch()}
      />
    );
  }
  if (!search.data) return <Skeleton shape="rows" label="Searching..." />;
  if (search.data.length === 0 && !search.isPlaceholderData) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        No {kind}s found for "{query}". Try a different search term.
      </p>
    );
  }
  return (
    <>
      <SavedNote what="results" savedAt={savedAt} />
      <p role="status" className="sr-only">{search.data.length} found</p>
      <FoundList found={search.data} isOld={search.isPlaceholderData} previewed={previewed} onPreview={onPreview} />
    </>
  );
}

interface FoundListProps {
  found: readonly Found[];
  /** Another search is under way. */
  isOld: boolean;
  previewed: Found | undefined;
  onPreview(item: Found): void;
}

/** Orin's own songs play in the player, with the results as the queue; of other catalogues there are previews. */
function FoundList({ found, isOld, previewed, onPreview }: FoundListProps) {
  const tracks = found.flatMap(({ track }) => track ?? []);
  const others = found.filter(({ track }) => !track);
  return (
    <div aria-busy={isOld}>
      {tracks.length > 0 && (
        <TrackRows
          label="Results"
          tracks={tracks}
          source="search"
          linked
          buttons={(track, actions) => (
            <>
              <TrackHeart track={track} />
              <TrackMenu track={track} actions={actions} />
            </>
          )}
        />
      )}
      {others.length > 0 && (
        <ul aria-label={tracks.length > 0 ? "More results" : "Results"} className="-mx-2">
          {others.map((item) => (
            <Result
              key={item.id}
              item={item}
              isPreviewed={item === previewed}
              onPreview={() => onPreview(item)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
