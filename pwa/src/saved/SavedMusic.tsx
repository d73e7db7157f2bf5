import { useEffect, useState } from "react";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { useOffersPremium } from "../lib/premium.ts";
import { appSaved, useSaved } from "../lib/saved/app_saved.ts";
import type { SavedSnapshot } from "../lib/saved/library.ts";
import { lockText, type Taste } from "../lib/saved/licence.ts";
import type { SavedTrack } from "../lib/saved/model.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { SavedCollections } from "./SavedCollections.tsx";
import { SavedRows } from "./SavedRows.tsx";
import { StorageUse } from "./StorageUse.tsx";

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
