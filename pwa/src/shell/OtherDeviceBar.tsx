import { MonitorSmartphone, Pause } from "lucide-react";
import { lazy, useEffect } from "react";
import type { PlayingDevice } from "@contract/playing.ts";
import { useOnline } from "../lib/connection.ts";
import { deviceTitle } from "../lib/device_name.ts";
import { useStore } from "../lib/store.ts";
import { appElsewhere, sayElsewhere } from "../player/app_elsewhere.ts";
import { playingElsewhere } from "../player/elsewhere.ts";
import { Button } from "../ui/Button.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { announce } from "../ui/live_region.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { toast } from "../ui/toast.ts";
import { useOpenSheet, useOverPage } from "./player_sheets.ts";
import { useRoom } from "./use_room.ts";

const DevicesSheet = lazy(() => import("./DevicesSheet.tsx").then((module) => ({ default: module.DevicesSheet })));

/**
 * A card over the player, or in its place, that says what another device of the account plays. Also tells the others
 * what this one plays. While this device sounds itself, the list of devices says it (`DevicesSheet.tsx`).
 */
export function OtherDeviceBar({ isSilent }: { isSilent: boolean }) {
  useEffect(() => {
    sayElsewhere((text, tone) => void toast(text, tone));
    appElsewhere();
  }, []);
  const device = usePlayingElsewhere();
  const name = device && deviceTitle(device.userAgent);
  useEffect(() => {
    if (name && isSilent) announce(`Playing on ${name}`);
  }, [name, isSilent]);
  // The list is opened from here, too, where the player is empty and shows no sheets of its own.
  const { sheet, close } = useOverPage();
  return (
    <>
      {device && isSilent && <Card device={device} />}
      {sheet === "devices" && (
        <Deferred>
          <DevicesSheet onClose={close} />
        </Deferred>
      )}
    </>
  );
}

/** The same in the full-screen player. */
export function OtherDeviceLine() {
  const device = usePlayingElsewhere();
  useEffect(() => void appElsewhere().look(), []);
  if (!device) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-raised py-1.5 pr-2 pl-3">
      <What device={device} />
      <DeviceButtons device={device} />
    </div>
  );
}

function Card({ device }: { device: PlayingDevice }) {
  const card = useRoom<HTMLElement>("--elsewhere");
  return (
    <section
      ref={card}
      aria-label="Playing on another device"
      className="fixed inset-x-2 bottom-[calc(var(--tabs)+var(--player)+0.25rem)] z-20 mx-auto max-w-xl pt-1.5 md:left-[calc(var(--side)+1rem)] md:right-[calc(var(--panel)+1rem)]"
    >
      <div className="flex animate-enter flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-raised py-1.5 pr-2 pl-3 shadow-float">
        <What device={device} />
        <DeviceButtons device={device} />
      </div>
    </section>
  );
}

/** Where and what; leads to all devices. */
function What({ device: { id, userAgent, track } }: { device: PlayingDevice }) {
  const openSheet = useOpenSheet();
  const { asking } = useStore(appElsewhere().state);
  const name = deviceTitle(userAgent);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openSheet("devices")}
      className="flex min-h-11 min-w-0 flex-1 basis-24 items-center gap-3 rounded-md text-left"
    >
      {asking?.id === id
        ? <Spinner />
        : <MonitorSmartphone aria-hidden="true" size={20} className="shrink-0 text-accent" />}
      <span className="min-w-0">
        <span className="line-clamp-3 text-xs font-medium text-accent">
          {asking?.id === id ? `Asking ${name}...` : `Playing on ${name}`}
        </span>
        {track && <span className="block truncate text-sm font-semibold">{track.title}</span>}
        <span className="sr-only">Your devices</span>
      </span>
    </button>
  );
}

/** Pauses another device, and goes on here with what it plays. */
export function DeviceButtons({ device }: { device: PlayingDevice }) {
  const elsewhere = appElsewhere();
  const { asking } = useStore(elsewhere.state);
  const isOnline = useOnline();
  const name = deviceTitle(device.userAgent);
  const isAsked = asking?.id === device.id && asking.kind === "hand_over";
  return (
    <div className="flex items-center gap-1">
      {device.state === "playing" && (
        <IconButton
          label={`Pause ${name}`}
          icon={<Pause size={20} fill="currentColor" />}
          disabled={asking !== null || !isOnline}
          onClick={() => void elsewhere.pause(device)}
        />
      )}
      <Button
        size="small"
        variant={isAsked ? "quiet" : "primary"}
        disabled={(asking !== null && !isAsked) || !isOnline}
        aria-label={isAsked ? "Start now, without an answer" : `Listen here to what is on ${name}`}
        onClick={() => isAsked ? elsewhere.startNow() : void elsewhere.listenHere(device)}
        className="min-h-11!"
      >
        {isAsked ? "Start now" : "Listen here"}
      </Button>
    </div>
  );
}

function usePlayingElsewhere(): PlayingDevice | undefined {
  const state = useStore(appElsewhere().state);
  const isOnline = useOnline();
  return isOnline ? playingElsewhere(state) : undefined;
}
