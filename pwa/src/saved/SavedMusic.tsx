import { useEffect, useState } from "react";
import { useOnline } from "../lib/connection.ts";
import { plural } from "../lib/format.ts";
import { useOffersPremium } from "../lib/premium.ts";
import { appSaved, useSaved } from "../lib/saved/app_saved.ts";
import type { SavedSnapshot } from "../lib/saved/library.ts";
import { LOCK_TEXTS } from "../lib/saved/licence.ts";
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
          ? "With Premium you can save songs from any track's menu, and whole albums and playlists."
          : "Save songs from any track's menu, and whole albums and playlists."}
        action={<ButtonLink to="/songs">Browse Tracks</ButtonLink>}
      />
    );
  }
  return (
    <>
      <Notices saved={saved} />
      <StorageUse tracks={tracks} />
      {collections.length > 0 && <SavedCollections collections={collections} tracks={tracks} />}
      <SavedRows tracks={tracks} lock={saved.lock} />
    </>
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
        {LOCK_TEXTS[lock]}
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
