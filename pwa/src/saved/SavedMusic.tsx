import { CircleX } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { useOffersPremium } from "../lib/premium.ts";
import { appSaved, useSaved } from "../lib/saved/app_saved.ts";
import { formatBytes } from "../lib/saved/format_bytes.ts";
import type { SavedSnapshot } from "../lib/saved/library.ts";
import { lockText, type Taste } from "../lib/saved/licence.ts";
import type { SavedCollection, SavedTrack } from "../lib/saved/model.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Cover } from "../ui/Cover.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Progress } from "../ui/Progress.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { announce } from "../ui/live_region.ts";
import { SavedRows } from "./SavedRows.tsx";

/** `/saved`: what is on this device, how far the rest has come, and what it takes. */
export function SavedMusic() {
  const saved = useSaved();
  const [hasFailed, setFailed] = useState(false);
  const open = () => {
    setFailed(false);
    appSaved().then((library) => library.run()).catch(() => setFailed(true));
  };
  useEffect(open, []);
  return (
    <>
      <PageHeader
        title="Saved music"
        subtitle="Songs on this device. They play offline, and you still earn."
      />
      {saved
        ? <Shown saved={saved} />
        : hasFailed
        ? <ErrorState message="This device does not let Orin save files." onRetry={open} />
        : <Skeleton shape="rows" label="Loading your saved music..." />}
    </>
  );
}

function Shown({ saved }: { saved: SavedSnapshot }) {
  const { tracks, collections } = saved;
  const offersPremium = useOffersPremium();
  if (tracks.length === 0) {
    return (
      <EmptyState
        title="Nothing saved yet"
        text={offersPremium
          ? "Save up to 5 songs from any track's menu. With Premium you can save as many as you like, and whole albums and playlists."
          : "Save songs from any track's menu, and whole albums and playlists."}
        action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
      />
    );
  }
  return (
    <>
      <Notices saved={saved} />
      {saved.taste && <TastePlaces taste={saved.taste} tracks={tracks} />}
      <StorageUse tracks={tracks} />
      {collections.length > 0 && <SavedCollections collections={collections} tracks={tracks} />}
      <SavedRows tracks={tracks} lock={saved.lock} taste={saved.taste} withheld={saved.withheld} />
    </>
  );
}

/** How many of the few places without Premium are taken, and by songs of which device. */
function TastePlaces({ taste: { limit, trackIds }, tracks }: { taste: Taste; tracks: readonly SavedTrack[] }) {
  const here = new Set(tracks.map(({ trackId }) => trackId));
  const elsewhere = trackIds.filter((id) => !here.has(id));
  const free = async () => {
    const library = await appSaved();
    await library.licence.removeTastes(elsewhere);
    await library.refresh();
  };
  return (
    <Banner
      tone="info"
      className="mb-5"
      action={elsewhere.length > 0
        ? <Button size="small" variant="quiet" onClick={() => void free()}>Remove there</Button>
        : <ButtonLink size="small" variant="quiet" to="/subscriptions">See Premium</ButtonLink>}
    >
      {trackIds.length} of {limit} songs saved without Premium.{" "}
      {elsewhere.length > 0 && `${plural(elsewhere.length, "song")} on another device. `}
      A song keeps its place for 7 days, and each play counts as a free play.
    </Banner>
  );
}

/** Why saved music does not play, or does not come. */
function Notices({ saved: { tracks, lock, waitsForWifi } }: { saved: SavedSnapshot }) {
  const isOnline = useOnline();
  const waiting = tracks.filter(({ state }) => state === "waiting").length;
  if (lock) {
    return (
      <Banner
        tone="info"
        className="mb-5"
        action={lock === "premium_ended"
          ? <ButtonLink size="small" to="/subscriptions">See Premium</ButtonLink>
          : isOnline && <Button size="small" onClick={() => void checkNow()}>Check now</Button>}
      >
        {lockText(lock, isOnline)}
      </Banner>
    );
  }
  if (waitsForWifi) {
    return (
      <Banner
        tone="info"
        className="mb-5"
        action={<Button size="small" onClick={() => void useMobileData()}>Use mobile data</Button>}
      >
        {plural(waiting, "song")} {waiting === 1 ? "waits" : "wait"} for Wi-Fi.
      </Banner>
    );
  }
  if (waiting === 0 || isOnline) return null;
  return (
    <Banner tone="offline" className="mb-5">
      {plural(waiting, "song")} {waiting === 1 ? "waits" : "wait"} for a network. Saving continues where it stopped.
    </Banner>
  );
}

async function checkNow(): Promise<void> {
  const library = await appSaved();
  await library.licence.check({ anew: true });
  library.run();
}

async function useMobileData(): Promise<void> {
  await (await appSaved()).retry({ withMobileData: true });
}

interface SavedCollectionsProps {
  collections: readonly SavedCollection[];
  tracks: readonly SavedTrack[];
}

/** The albums and playlists that were saved as a whole, with how far each has come. */
function SavedCollections({ collections, tracks }: SavedCollectionsProps) {
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

/** What saved music takes of the device and what is left, with the way to remove all of it. */
function StorageUse({ tracks }: { tracks: readonly SavedTrack[] }) {
  const [isAsking, setAsking] = useState(false);
  const used = tracks.reduce((sum, { state, bytes, doneBytes }) => sum + (state === "saved" ? bytes : doneBytes), 0);
  const whole = tracks.filter(({ state }) => state === "saved").length;
  const free = useFreeBytes(whole);
  const text = `${formatBytes(used)} used${free === undefined ? "" : `, ${formatBytes(free)} free`}`;
  const removeAll = async () => {
    await (await appSaved()).removeAll();
    setAsking(false);
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="mb-2 text-sm">
          <span className="font-semibold">{whole} of {plural(tracks.length, "song")} saved</span>
          <span className="text-ink-soft">{` · ${text}`}</span>
        </p>
        <Progress label="Storage" value={used} max={used + (free ?? 0)} text={text} />
      </div>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>Remove all</Button>
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Remove all saved music?"
        message={`This removes ${plural(tracks.length, "song")} from this device. They stay on Orin.`}
        confirmLabel="Remove all"
        onConfirm={() => void removeAll()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}

/** What the browser would still give Orin; undefined where it does not say. `change` asks again. */
function useFreeBytes(change: number): number | undefined {
  const [free, setFree] = useState<number>();
  useEffect(() => {
    const read = async () => {
      const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
      if (quota !== undefined && usage !== undefined) setFree(quota - usage);
    };
    read().catch(() => undefined);
  }, [change]);
  return free;
}
