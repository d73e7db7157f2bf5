import { useEffect, useState } from "react";
import { toast } from "../ui/toast.ts";
import { appPlayer } from "../player/app_player.ts";

/** Whether the browser knows another device that can play (`RemotePlayback`: Chromium's Cast, Safari's AirPlay). */
export function useHasOtherDevices(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const remote = remoteOf();
    if (!remote) return;
    let watch: number | undefined;
    let isGone = false;
    remote.watchAvailability(setHas).then((id) => {
      watch = id;
      if (isGone) void remote.cancelWatchAvailability(id).catch(() => undefined);
      // Where the browser does not look for devices all the time, it looks when it is asked.
    }, () => isGone || setHas(true));
    return () => {
      isGone = true;
      if (watch !== undefined) void remote.cancelWatchAvailability(watch).catch(() => undefined);
    };
  }, []);
  return has;
}

/** Opens the browser's own list of devices. */
export async function askForOtherDevice(): Promise<void> {
  try {
    await remoteOf()?.prompt();
  } catch (error) {
    // Who closes the list has changed their mind.
    const isClosed = error instanceof DOMException && error.name === "NotAllowedError";
    if (!isClosed) void toast("No other device was found.");
  }
}

function remoteOf(): RemotePlayback | undefined {
  const { audio } = appPlayer();
  return "remote" in audio ? audio.remote as RemotePlayback | undefined : undefined;
}
