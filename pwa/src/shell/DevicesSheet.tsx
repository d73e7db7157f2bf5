import { Laptop, Smartphone } from "lucide-react";
import { useEffect } from "react";
import type { PlayingDevice } from "@contract/playing.ts";
import { useOnline } from "../lib/connection.ts";
import { deviceTitle, isPhone } from "../lib/device_name.ts";
import { formatAgo } from "../lib/format.ts";
import { useStore } from "../lib/store.ts";
import { appElsewhere } from "../player/app_elsewhere.ts";
import { appPlayer } from "../player/app_player.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { DeviceButtons } from "./OtherDeviceBar.tsx";

/** What this device and the account's others play, with a way to pause each and to go on here. */
export function DevicesSheet({ onClose }: { onClose(): void }) {
  const elsewhere = appElsewhere();
  const { devices, hasFailed, asking } = useStore(elsewhere.state);
  const isOnline = useOnline();
  useEffect(() => void elsewhere.look(), [elsewhere]);
  const others = devices?.filter(({ isThis }) => !isThis) ?? [];
  const asked = others.find(({ id }) => id === asking?.id);
  return (
    <Sheet open title="Your devices" onClose={onClose}>
      <ul className="divide-y divide-line px-2">
        <ThisDevice />
        {others.map((device) => <OtherDevice key={device.id} device={device} />)}
      </ul>
      <div role="status" className="px-2">
        {asked && (
          <p className="pb-2 text-sm text-ink-soft">
            Asking {deviceTitle(asked.userAgent)}, which has 40 seconds to answer. It pauses when it does.
          </p>
        )}
      </div>
      {!isOnline
        ? <Banner tone="offline">Your other devices are shown when you are online again.</Banner>
        : hasFailed && !devices
        ? (
          <Banner
            tone="error"
            action={<Button variant="quiet" size="small" onClick={() => void elsewhere.look()}>Try Again</Button>}
          >
            Failed to load your devices
          </Banner>
        )
        : !devices
        ? <Skeleton shape="rows" count={1} label="Loading your devices..." />
        : others.length === 0 && (
          <p className="px-2 pt-2 text-sm text-ink-soft">
            Nothing plays on your other devices. Log in and play a song there, and you can keep listening here.
          </p>
        )}
    </Sheet>
  );
}

function ThisDevice() {
  const { track, playing } = useStore(appPlayer().state);
  const userAgent = navigator.userAgent;
  return (
    <li className="flex items-center gap-3 py-2">
      <DeviceIcon userAgent={userAgent} />
      <Words
        name={`This device: ${deviceTitle(userAgent)}`}
        standing={!track ? "Nothing in the player" : playing ? "Playing" : "Paused"}
        title={track?.title}
        isPlaying={playing}
      />
    </li>
  );
}

function OtherDevice({ device }: { device: PlayingDevice }) {
  const { userAgent, state, track, toldAt } = device;
  const standing = {
    playing: "Playing",
    paused: `Paused ${formatAgo(toldAt).toLowerCase()}`,
    silent: `Last heard of ${formatAgo(toldAt).toLowerCase()}`,
  }[state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <DeviceIcon userAgent={userAgent} />
      <Words name={deviceTitle(userAgent)} standing={standing} title={track?.title} isPlaying={state === "playing"} />
      <DeviceButtons device={device} />
    </li>
  );
}

function DeviceIcon({ userAgent }: { userAgent: string }) {
  const Icon = isPhone(userAgent) ? Smartphone : Laptop;
  return <Icon aria-hidden="true" size={22} className="shrink-0 text-ink-soft" />;
}

interface WordsProps {
  name: string;
  standing: string;
  title: string | undefined;
  isPlaying: boolean;
}

function Words({ name, standing, title, isPlaying }: WordsProps) {
  return (
    <div className="min-w-0 flex-1 basis-20 text-sm">
      <p className="font-semibold">{name}</p>
      <p className={isPlaying ? "font-medium text-success" : "text-ink-soft"}>{standing}</p>
      {title && <p className="truncate text-ink-soft">{title}</p>}
    </div>
  );
}
