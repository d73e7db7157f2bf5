import { lazy, useEffect, useRef } from "react";
import { appOutbox, useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useSession } from "../lib/session.ts";
import { useAppPlayer } from "../player/app_player.ts";
import { appSleepTimer } from "../player/app_sleep.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { writeText } from "../lib/write_words.ts";
import { toast } from "../ui/toast.ts";
import { watchInstall } from "./install.ts";
import { Notices } from "./Notices.tsx";
import { PlayerDock } from "./PlayerDock.tsx";
import { useQueryFocus } from "./query_change.ts";
import { watchUpdates } from "./update.ts";
import { useEarlyBack } from "./use_early_back.ts";
import { useWasOnline } from "./use_was_online.ts";

const OtherDeviceBar = lazy(() =>
  import("./OtherDeviceBar.tsx").then((module) => ({ default: module.OtherDeviceBar }))
);

let isWatching = false;

/** The layers over every screen. One chunk, loaded after the first screen. */
export function Overlay() {
  const player = useAppPlayer();
  const isLoggedIn = useSession() !== null;
  const wasOnline = useWasOnline();
  useRefusedWrites();
  useQueryFocus();
  useEarlyBack();
  useEffect(() => {
    if (isWatching) return;
    isWatching = true;
    watchInstall();
    void watchUpdates();
    appSleepTimer();
    // What waited since the last visit is sent now, whether or not anything is played.
    void appOutbox();
    void import("./keep_focus.ts").then(({ keepFocus }) => keepFocus()).catch(() => undefined);
  }, []);
  return (
    <>
      <Notices />
      <PlayerDock player={player} />
      {isLoggedIn && wasOnline && (
        <Deferred>
          <OtherDeviceBar isSilent={!player.playing} />
        </Deferred>
      )}
    </>
  );
}

/** Says when the service refuses a stored write; Earnings lists them. */
function useRefusedWrites(): void {
  const outbox = useOutboxSnapshot();
  const known = useRef<{ userId: string | undefined; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!outbox) return;
    const { userId, refusedWrites } = outbox;
    const isNewUser = known.current?.userId !== userId;
    const fresh = isNewUser ? [] : refusedWrites.filter(({ id }) => !known.current?.ids.has(id));
    known.current = { userId, ids: new Set(refusedWrites.map(({ id }) => id)) };
    for (const { payload, about, lastError } of fresh) {
      void toast(`${writeText(payload, about)}: not accepted. ${lastError}`, "error");
    }
  }, [outbox]);
}
