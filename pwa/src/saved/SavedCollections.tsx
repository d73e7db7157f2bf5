import { CircleX } from "lucide-react";
import { Link } from "react-router-dom";
import { plural } from "../lib/format.ts";
import { appSaved } from "../lib/saved/app_saved.ts";
import type { SavedCollection, SavedTrack } from "../lib/saved/model.ts";
import { Cover } from "../ui/Cover.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { announce } from "../ui/live_region.ts";
import { Progress } from "../ui/Progress.tsx";

interface SavedCollectionsProps {
  collections: readonly SavedCollection[];
  tracks: readonly SavedTrack[];
}

/** The albums and playlists that were saved as a whole, with how far each has come. */
export function SavedCollections({ collections, tracks }: SavedCollectionsProps) {
  const there = new Set(tracks.filter(({ state }) => state === "saved").map(({ trackId }) => trackId));
  return (
    <section aria-labelledby="collections" className="mt-8">
      <h2 id="collections" className="mb-3 text-xl">Albums and playlists</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {collections.map((collection) => (
          <Collection
            key={collection.key}
            collection={collection}
            done={collection.trackIds.filter((id) => there.has(id)).length}
          />
        ))}
      </ul>
    </section>
  );
}

function Collection({ collection, done }: { collection: SavedCollection; done: number }) {
  const { key, kind, id, title, coverImageUrl, trackIds } = collection;
  const remove = async () => {
    await (await appSaved()).removeCollection(key);
    announce(`${title} is no longer on this device`);
  };
  const isWhole = done === trackIds.length;
  const progress = isWhole ? plural(done, "song") : `${done} of ${plural(trackIds.length, "song")}`;
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line bg-surface p-3">
      <Cover src={coverImageUrl} seed={id} size={56} className="shrink-0 rounded-md" />
      <div className="min-w-0 flex-1">
        <Link to={pathOf(kind, id)} className="block truncate font-semibold underline-offset-4 hover:underline">
          {title}
        </Link>
        <p className="text-sm text-ink-soft">{kind === "album" ? "Album" : "Playlist"} · {progress}</p>
        {!isWhole && (
          <div className="pt-1.5">
            <Progress label={`Saving ${title}`} value={done} max={trackIds.length} text={progress} />
          </div>
        )}
      </div>
      <IconButton
        label={`Remove ${title} from this device`}
        icon={<CircleX size={18} />}
        onClick={() => void remove()}
      />
    </li>
  );
}

function pathOf(kind: SavedCollection["kind"], id: string): string {
  if (kind === "album") return `/music-details?id=${id}`;
  return id === "default" ? "/playlist" : `/playlist?list=${id}`;
}
