import type { Track } from "@contract/catalogue.ts";
import { CircleArrowDown, CircleCheck } from "lucide-react";
import { lazy, useState } from "react";
import { Link } from "react-router-dom";
import type { WantedCollection } from "../../lib/saved/model.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";
import { useSession } from "../../lib/session.ts";
import { Deferred } from "../../ui/Deferred.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

const SaveMusic = lazy(() => import("./SaveMusic.tsx").then((module) => ({ default: module.SaveMusic })));

interface SaveButtonProps {
  collection: Omit<WantedCollection, "tracks">;
  tracks: readonly Track[];
  /** Called by the press, where not all tracks are here yet; `isLoading` until they are. */
  onAsk?(): void;
  isLoading?: boolean;
}

/** For the head of an album, a playlist or the liked songs: saves all of it on this device, or leads to where it is. */
export function SaveButton(
  { collection, tracks, onAsk, isLoading = false }: SaveButtonProps,
) {
  const [isAsking, setAsking] = useState(false);
  const saved = useSaved();
  const userId = useSession()?.userId;
  const known = saved?.collections.find(({ key }) => key === `${userId}/${collection.kind}/${collection.id}`);
  const there = new Set(saved?.tracks.filter(({ state }) => state === "saved").map(({ trackId }) => trackId));
  const done = tracks.filter(({ _id }) => there.has(_id)).length;
  const isComplete = known && tracks.every(({ _id }) => known.trackIds.includes(_id));
  if (isComplete) {
    const isWhole = done === tracks.length;
    const label = isWhole ? "Saved" : `Saving ${done} of ${tracks.length}`;
    return (
      <Link
        to="/saved"
        aria-label={label}
        title={label}
        className="inline-flex min-h-[44px] min-w-[44px] items-center justify-center gap-1.5 rounded-full px-2 text-sm text-ink-soft tabular-nums hover:bg-ink/8 hover:text-ink"
      >
        <CircleCheck aria-hidden="true" size={20} className={isWhole ? "text-accent" : undefined} />
        {!isWhole && <span aria-hidden="true">{done}/{tracks.length}</span>}
      </Link>
    );
  }
  const isBusy = isAsking && isLoading;
  return (
    <>
      <IconButton
        label={isBusy ? "Loading the songs..." : "Save on this device"}
        icon={isBusy ? <Spinner /> : <CircleArrowDown size={20} />}
        disabled={tracks.length === 0 || isBusy}
        onClick={() => {
          setAsking(true);
          onAsk?.();
        }}
      />
      {isAsking && !isLoading && (
        <Deferred>
          <SaveMusic tracks={tracks} collection={collection} onClose={() => setAsking(false)} />
        </Deferred>
      )}
    </>
  );
}

/** A playlist looks like its first song. */
export function coverOf(tracks: readonly Track[]): string {
  return tracks[0]?.coverImageUrl ?? "";
}
