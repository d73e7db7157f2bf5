import type { Track } from "@contract/catalogue.ts";
import { CircleArrowDown, CircleCheck } from "lucide-react";
import { lazy, useState } from "react";
import type { WantedCollection } from "../../lib/saved/model.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Deferred } from "../../ui/Deferred.tsx";

const SaveMusic = lazy(() => import("./SaveMusic.tsx").then((module) => ({ default: module.SaveMusic })));

interface SaveButtonProps {
  collection: Omit<WantedCollection, "tracks">;
  tracks: readonly Track[];
  size?: "small" | "medium";
  /** Called by the press, where not all tracks are here yet; `isLoading` until they are. */
  onAsk?(): void;
  isLoading?: boolean;
}

/** For the head of an album, a playlist or the liked songs: saves all of it on this device, or leads to where it is. */
export function SaveButton(
  { collection, tracks, size = "medium", onAsk, isLoading = false }: SaveButtonProps,
) {
  const [isAsking, setAsking] = useState(false);
  const saved = useSaved();
  const userId = useSession()?.userId;
  const known = saved?.collections.find(({ key }) => key === `${userId}/${collection.kind}/${collection.id}`);
  const there = new Set(saved?.tracks.filter(({ state }) => state === "saved").map(({ trackId }) => trackId));
  const done = tracks.filter(({ _id }) => there.has(_id)).length;
  const isComplete = known && tracks.every(({ _id }) => known.trackIds.includes(_id));
  if (isComplete) {
    const label = done === tracks.length ? "Saved" : `Saving ${done} of ${tracks.length}`;
    return <ButtonLink variant="quiet" size={size} to="/saved" icon={<CircleCheck size={18} />}>{label}</ButtonLink>;
  }
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        icon={<CircleArrowDown size={18} />}
        disabled={tracks.length === 0}
        busy={isAsking && isLoading}
        busyLabel="Loading the songs..."
        onClick={() => {
          setAsking(true);
          onAsk?.();
        }}
      >
        Save on this device
      </Button>
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
