import { CloudOff, Pause, Play } from "lucide-react";
import { Link } from "react-router-dom";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { Cover } from "../../ui/Cover.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { classNames } from "../../ui/class_names.ts";
import { usePlaying } from "../playing.ts";
import { FoundList, playFound } from "./FoundList.tsx";
import { Way } from "./Result.tsx";
import { type FoundOfKind, searchFailure } from "./api.ts";
import type { Found } from "./found.ts";
import { topOf } from "./match.ts";
import type { AllFound } from "./use_found.ts";
import { KIND_NAMES, KINDS } from "./words.ts";

interface AllResultsProps {
  query: string;
  all: AllFound;
  previewed: Found | undefined;
  onPreview(item: Found): void;
}

/** What fits best, then the first of each kind under its heading. */
export function AllResults(
  { query, all: { search, kinds, isFromDevice, isOld }, previewed, onPreview }: AllResultsProps,
) {
  const savedAt = useSavedAt(search);
  if (!isFromDevice && search.isError && (!search.data || isOld)) {
    return (
      <ErrorState
        message={searchFailure(search.error)}
        busy={search.isFetching}
        onRetry={() => void search.refetch()}
      />
    );
  }
  if (!isFromDevice && !search.data) return <Skeleton shape="rows" label="Searching..." />;
  const shown = KINDS.flatMap((kind) => kinds.filter((one) => one.kind === kind && one.found.length > 0));
  const count = shown.reduce((sum, { found }) => sum + found.length, 0);
  if (count === 0 && !isOld) {
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        Nothing found for "{query}". Try a different search term.
      </p>
    );
  }
  const top = topOf(shown, query);
  const ofTop = shown.find(({ kind }) => kind === top?.kind)?.found ?? [];
  return (
    <div aria-busy={isOld}>
      {isFromDevice ? <DeviceNote /> : <SavedNote what="results" savedAt={savedAt} />}
      <p role="status" className="sr-only">{count} found</p>
      {top && <TopResult item={top} onPlay={top.track && (() => playFound(ofTop, top))} />}
      {shown.map((one) => (
        <OneKind
          key={one.kind}
          query={query}
          of={one}
          isAll={isFromDevice}
          previewed={previewed}
          onPreview={onPreview}
        />
      ))}
    </div>
  );
}

interface OneKindProps extends Pick<AllResultsProps, "query" | "previewed" | "onPreview"> {
  of: FoundOfKind;
  /** There are no more than these. */
  isAll: boolean;
}

function OneKind({ query, of: { kind, found, total }, isAll, ...preview }: OneKindProps) {
  const name = KIND_NAMES[kind];
  return (
    <section aria-labelledby={`found-${kind}`} className="mb-7">
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
        <h2 id={`found-${kind}`} className="text-xl">{name}</h2>
        {!isAll && total > found.length && (
          <Link
            to={`/search?${new URLSearchParams({ q: query, type: kind })}`}
            aria-label={`Show all ${name.toLowerCase()}`}
            className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-ink-soft hover:text-ink hover:underline"
          >
            Show all
          </Link>
        )}
      </div>
      <FoundList label={name} found={found} {...preview} />
    </section>
  );
}

/** Says whence these results are. */
export function DeviceNote() {
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-ink-soft">
      <CloudOff aria-hidden="true" size={16} className="shrink-0" />
      You are offline. These are from saved songs and lists on this device.
    </p>
  );
}

const ONE_OF_KIND = { track: "Song", artist: "Artist", album: "Album", playlist: "Playlist", lyrics: "Song" } as const;

interface TopResultProps {
  item: Found;
  /** Present where it is one of Orin's own songs. */
  onPlay: (() => void) | undefined;
}

/** The one result that fits best, large; Enter in the field opens it, or plays it. */
function TopResult({ item, onPlay }: TopResultProps) {
  const { trackId, isPlaying } = usePlaying();
  const { id, kind, title, detail, imageUrl, track } = item;
  const moves = track !== undefined && track._id === trackId && isPlaying;
  const said = kind === "artist" ? ONE_OF_KIND.artist : `${ONE_OF_KIND[kind]} · ${detail}`;
  return (
    <section aria-labelledby="top-result" className="mb-8 max-w-2xl">
      <h2 id="top-result" className="mb-3 text-xl">Top result</h2>
      <div
        data-result
        className="relative flex items-center gap-4 rounded-xl bg-surface p-3 shadow-lift transition-colors hover:bg-raised sm:p-4"
      >
        <Cover
          src={imageUrl}
          seed={id}
          size={88}
          placeholder={track?.placeholder}
          priority
          className={classNames("shrink-0", kind === "artist" ? "rounded-full" : "rounded-lg")}
        />
        <div className="min-w-0 flex-1">
          <Way item={item} isLarge>{title}</Way>
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{said}</p>
        </div>
        {onPlay && track && (
          <IconButton
            look="solid"
            label={`${moves ? "Pause" : "Play"} ${track.title} by ${track.artist}`}
            icon={moves ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
            onClick={onPlay}
            className="relative"
          />
        )}
      </div>
    </section>
  );
}
